"""Where a base URL that a user typed may lead."""

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as some

from greenroom.app.ports import UserFault
from greenroom.app.providers.addresses import AddressRule

PUBLIC = AddressRule()
LAPTOP = AddressRule(loopback=True)
LAN = AddressRule.of(["ollama.lan", " 10.0.0.5:11434", " [fd12::7]"], loopback=False)


@pytest.mark.parametrize(
    ("rule", "url"),
    [
        (PUBLIC, "https://models.example.org/v1"),
        (PUBLIC, "https://93.184.216.34:8443/v1"),
        (LAPTOP, "http://127.0.0.1:11434/v1"),
        (LAPTOP, "http://localhost:8080/v1"),
        (LAPTOP, "http://[::1]:8080/v1"),
        (LAN, "http://ollama.lan:11434/v1"),
        (LAN, "http://OLLAMA.lan/v1"),
        (LAN, "http://10.0.0.5:11434/v1"),
        (LAN, "http://[fd12::7]:80/v1"),
    ],
)
def test_what_may_be_typed(rule: AddressRule, url: str) -> None:
    """https to the world; this machine where that is allowed; the operator's hosts by http too."""
    assert rule.check(f" {url}/ ") == url


@pytest.mark.parametrize(
    ("rule", "url"),
    [
        (PUBLIC, "http://models.example.org/v1"),
        (PUBLIC, "http://127.0.0.1:8000/v1"),
        (PUBLIC, "https://127.0.0.1/v1"),
        (PUBLIC, "https://10.0.0.1/v1"),
        (PUBLIC, "https://192.168.1.1/v1"),
        (PUBLIC, "https://[fd12::7]/v1"),
        (PUBLIC, "https://[::ffff:10.0.0.1]/v1"),
        (PUBLIC, "https://[64:ff9b::a00:1]/v1"),
        (LAPTOP, "http://127.0.0.1.example.org/v1"),
        (LAPTOP, "http://10.0.0.5:11434/v1"),
        (LAPTOP, "http://0.0.0.0:11434/v1"),
        (LAN, "http://10.0.0.5:22/v1"),
        (LAN, "http://evil.lan/v1"),
        (AddressRule.of(["169.254.169.254"], loopback=True), "http://169.254.169.254/latest"),
        (PUBLIC, "https://user:secret@models.example.org/v1"),
        (PUBLIC, "https://models.example.org/v1?key=secret"),
        (PUBLIC, "file:///etc/passwd"),
        (PUBLIC, "gopher://models.example.org/"),
        (PUBLIC, "https:///v1"),
        (PUBLIC, "https://models.example.org:99999/"),
        (PUBLIC, "https://[::1/v1"),
        (PUBLIC, "models.example.org"),
    ],
)
def test_what_may_not(rule: AddressRule, url: str) -> None:
    """Plain http, private, local and metadata addresses, and odd URLs are refused without quoting
    a secret."""
    with pytest.raises(UserFault) as raised:
        rule.check(url)
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    ("rule", "address", "permitted"),
    [
        (PUBLIC, "93.184.216.34", True),
        (PUBLIC, "2606:2800:220:1::1", True),
        (PUBLIC, "127.0.0.1", False),
        (PUBLIC, "::1", False),
        (PUBLIC, "10.1.2.3", False),
        (PUBLIC, "100.64.0.1", False),
        (PUBLIC, "::ffff:127.0.0.1", False),
        (PUBLIC, "2002:7f00:1::", False),
        (PUBLIC, "64:ff9b::7f00:1", False),
        (LAPTOP, "127.8.9.1", True),
        (LAPTOP, "192.168.0.2", False),
        (AddressRule.of(["host.example"], loopback=False), "10.1.2.3", True),
        (AddressRule.of(["host.example"], loopback=False), "127.0.0.1", True),
        (AddressRule.of(["host.example"], loopback=True), "169.254.169.254", False),
        (AddressRule.of(["host.example"], loopback=True), "::ffff:169.254.169.254", False),
        (AddressRule.of(["host.example"], loopback=True), "fd00:ec2::254", False),
        (AddressRule.of(["host.example"], loopback=True), "0.0.0.0", False),
    ],
)
def test_where_a_name_may_lead(rule: AddressRule, address: str, permitted: bool) -> None:
    """What counts is the address that a name leads to; metadata services are never permitted."""
    assert rule.permits("host.example", 443, ipaddress.ip_address(address)) is permitted


ODD = [
    "https://127.1/v1",
    "https://2130706433/v1",
    "https://0x7f000001/v1",
    "https://0177.0.0.1/v1",
    "https://127.0.0.1./v1",
    "https://127.0.0.0x1/v1",
    "https://\uff11\uff12\uff17.0.0.1/v1",
    "https://127\u30020\u30020\u30021/v1",
    "https://12\u00ad7.0.0.1/v1",
    "https://%31%32%37.0.0.1/v1",
    "https://[fe80::1%25eth0]/v1",
    "https://[::127.0.0.1]/v1",
    "https://[fec0::1]/v1",
    "https://[64:ff9b:1::5db8:d822]/v1",
    "https://[2001:db8::1]/v1",
    "https://255.255.255.255/v1",
    "https://198.18.0.1/v1",
]


@pytest.mark.parametrize("url", ODD)
def test_odd_notations(url: str) -> None:
    """An address in another notation, wide digits, or one that is public nowhere is refused."""
    with pytest.raises(UserFault):
        PUBLIC.check(url)


def _teredo(v4: int) -> int:
    return (0x2001_0000 << 96) | (0x5DB8_D822 << 64) | (v4 ^ 0xFFFF_FFFF)


TURNED = {
    "mapped": lambda v4: (0xFFFF << 32) | v4,
    "nat64": lambda v4: (0x0064_FF9B << 96) | v4,
    "6to4": lambda v4: (0x2002 << 112) | (v4 << 80),
    "teredo": _teredo,
}
HELD = {
    "compatible": lambda v4: v4,
    "translated": lambda v4: (0xFFFF << 48) | v4,
    "local nat64": lambda v4: (0x0064_FF9B_0001 << 80) | v4,
    "isatap": lambda v4: (0x2606_2800 << 96) | (0x0000_5EFE << 32) | v4,
    "isatap, global": lambda v4: (0x2606_2800 << 96) | (0x0200_5EFE << 32) | v4,
}


@given(v4=some.integers(2, 0xFFFF_FFFF), rule=some.sampled_from([PUBLIC, LAPTOP]))
def test_an_address_in_an_address(v4: int, rule: AddressRule) -> None:
    """What is turned into an IPv4 address is judged as that one is; what merely holds one is never
    permitted where that one is not."""
    inside = rule.permits("h", 443, ipaddress.IPv4Address(v4))
    for form in TURNED.values():
        assert rule.permits("h", 443, ipaddress.IPv6Address(form(v4))) == inside
    for name, form in HELD.items():
        found = rule.permits("h", 443, ipaddress.IPv6Address(form(v4)))
        assert found == (inside and name.startswith("isatap")), name


@pytest.mark.parametrize("inside", ["169.254.169.254", "0.0.0.0", "100.100.100.200"])
def test_no_embedding_hides_a_metadata_service(inside: str) -> None:
    """Metadata services stay closed in every form, to the operator's hosts too."""
    rule = AddressRule.of(["h"], loopback=True)
    for form in (*TURNED.values(), *HELD.values()):
        assert not rule.permits(
            "h", 443, ipaddress.IPv6Address(form(int(ipaddress.ip_address(inside))))
        )
