"""How an interview's voice is put together from settings and choices."""

import pytest

from greenroom.adapters.vault import new_key
from greenroom.app.ports import UserFault
from greenroom.app.providers.catalogue import ModelChoice
from greenroom.app.providers.choices import Chosen
from greenroom.bootstrap.keys import address_rule
from greenroom.bootstrap.voices import with_providers
from greenroom.settings import Settings
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.scripted_speech import scripted_voice

LAPTOP = "http://127.0.0.1:11434/v1"


def test_a_public_server_does_not_ask_itself() -> None:
    """This machine's own address is for a laptop; a production server allows it by name alone."""
    production = {
        "production": True,
        "secret": "0123456789abcdefghijklmnopqrstuv",
        "key_encryption_key": new_key(),
    }
    public = Settings(public_url="https://interviews.example.org", **production)
    assert address_rule(Settings()).check(LAPTOP) == LAPTOP
    with pytest.raises(UserFault):
        address_rule(public).check(LAPTOP)
    named = public.model_copy(update={"provider_hosts": "127.0.0.1:11434, ollama.lan"})
    assert address_rule(named).check(LAPTOP) == LAPTOP


async def test_nothing_chosen_is_the_local_voice() -> None:
    """Without a choice the local parts are used as they are; a wrong one is refused at once."""
    local = scripted_voice(Speaker())
    rule = address_rule(Settings())
    assert with_providers(local, rule=rule) == local
    with pytest.raises(UserFault, match="needs a key"):
        with_providers(local, stt=Chosen(ModelChoice("deepgram"), None), rule=rule)
