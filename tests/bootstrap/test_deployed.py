"""The files in `deploy/` name settings that exist, and Kubernetes' own schemas accept the manifests (O6)."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from greenroom import settings as configuration
from greenroom.bootstrap.kept_secrets import is_sound
from greenroom.bootstrap.worker import DRAIN_S
from greenroom.settings import PREFIX, Settings
from greenroom.testing.livekit import find_server

DEPLOY = Path(__file__).parents[2] / "deploy"
KUBERNETES = DEPLOY / "kubernetes"
NAMED = re.compile(r"\bGREENROOM_[A-Z_]+\b", re.ASCII)
OF_THE_FILE = {"GREENROOM_DOMAIN"}
"""Variables of a compose file and the proxy, which the program never sees."""
FILES = sorted(
    path for path in DEPLOY.rglob("*") if path.is_file() and path.suffix not in (".json",)
)


def manifests() -> list[dict[str, Any]]:
    """The objects of the manifests, but for the kustomization."""
    paths = (KUBERNETES / "serve.yaml", KUBERNETES / "worker.yaml")
    return [one for path in paths for one in yaml.safe_load_all(path.read_text())]


def pods() -> list[dict[str, Any]]:
    return [
        one["spec"]["template"]["spec"]
        for one in manifests()
        if one["kind"] in ("Deployment", "StatefulSet")
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(DEPLOY)))
def test_every_setting_exists(path: Path) -> None:
    """A file that names a setting which the program does not know would keep it from starting."""
    known = {PREFIX + name.upper() for name in Settings.model_fields} | OF_THE_FILE
    assert set(NAMED.findall(path.read_text())) <= known


def test_an_image_is_built_from_all_that_a_wheel_needs() -> None:
    """What the wheel packs, and what its build reads, is let through to the image's build (.dockerignore)."""
    root = DEPLOY.parent
    packed = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    needed = [*packed["targets"]["wheel"]["packages"], "hatch_build.py", "scripts/weights"]
    needed += re.findall(
        r'^    "([a-z/.]+)": "greenroom/', (root / "hatch_build.py").read_text(), re.M
    )
    assert "scenarios" in needed
    lines = (root / ".dockerignore").read_text().splitlines()
    allowed = [line.removeprefix("!") for line in lines if line.startswith("!")]
    inside = [Path(path) for path in needed]
    assert not [
        path
        for path in inside
        if not any(one.match(name) for one in (path, *path.parents[:-1]) for name in allowed)
    ]


def test_every_container_is_bounded_and_probed() -> None:
    """Limits, three probes, no root, a root that cannot be written, and no rights of a cluster."""
    assert len(pods()) == 2
    for pod in pods():
        (container,) = pod["containers"]
        assert {"cpu", "memory"} == set(container["resources"]["limits"])
        assert {"startupProbe", "livenessProbe", "readinessProbe"} <= set(container)
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["automountServiceAccountToken"] is False
        assert container["securityContext"]["readOnlyRootFilesystem"] is True
        assert container["securityContext"]["allowPrivilegeEscalation"] is False
        assert {"/data", "/tmp"} == {mount["mountPath"] for mount in container["volumeMounts"]}


def test_nobody_is_cut_off_by_a_rollout() -> None:
    """Kubernetes waits for longer than a worker does for its interviews, and a rollout or a drained node
    takes one worker at a time."""
    graces = [pod["terminationGracePeriodSeconds"] for pod in pods()]
    assert max(graces) > DRAIN_S
    (budget,) = (one for one in manifests() if one["kind"] == "PodDisruptionBudget")
    assert budget["spec"]["maxUnavailable"] == 1
    (worker,) = (one for one in manifests() if one["kind"] == "Deployment")
    assert worker["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0


@pytest.mark.parametrize("version", ["1.30", "1.37"])
def test_the_manifests_are_valid(version: str) -> None:
    """Each object fits the schema of Kubernetes, without a key that it does not have."""
    for one in manifests():
        kubernetes_validate.validate(one, version, strict=True)


def test_a_key_that_kubernetes_does_not_have_is_found() -> None:
    """The check above would see a slip of the pen."""
    broken = manifests()[1]
    broken["spec"]["template"]["spec"]["containers"][0]["livenesProbe"] = {}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(broken, "1.37", strict=True)


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="needs Debian's kubernetes-client")
def test_kustomize_builds_the_same_objects() -> None:
    """`kubectl kustomize` puts them into one namespace, with the image and the settings of one place."""
    ran = subprocess.run(
        ("kubectl", "kustomize", str(KUBERNETES)), capture_output=True, text=True, check=True
    )
    built = list(yaml.safe_load_all(ran.stdout))
    kinds = sorted(one["kind"] for one in built)
    assert kinds == sorted([*(one["kind"] for one in manifests()), "ConfigMap"])
    assert {one["metadata"]["namespace"] for one in built} == {"greenroom"}
    images = [
        container["image"]
        for one in built
        if one["kind"] in ("Deployment", "StatefulSet")
        for container in one["spec"]["template"]["spec"]["containers"]
    ]
    assert images == ["registry.example.org/greenroom:0.2.0"] * 2
    for one in built:
        kubernetes_validate.validate(one, "1.37", strict=True)


COMPOSE = ("compose.yaml", "compose.school.yaml")


def composed(name: str, secrets: Path) -> dict[str, Any]:
    """What Docker Compose makes of a file, with every secret filled in."""
    secrets.write_text(
        re.sub(
            "=$",
            "=a-secret-of-more-than-32-characters",
            (DEPLOY / "school.env.example").read_text(),
            flags=re.M,
        )
    )
    files = ("-f", str(DEPLOY / name), "--env-file", str(secrets))
    ran = subprocess.run(
        ("docker-compose", *files, "config"), capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = yaml.safe_load(ran.stdout)
    return found


@pytest.mark.skipif(shutil.which("docker-compose") is None, reason="needs Debian's docker-compose")
@pytest.mark.parametrize("name", COMPOSE)
def test_compose_takes_its_file(name: str, tmp_path: Path) -> None:
    """Docker Compose itself reads it; each part of ours has a root that cannot be written, no rights and a bound."""
    services = composed(name, tmp_path / "env")["services"]
    ours = [one for one in services.values() if one.get("image") == "greenroom"]
    assert ours
    for one in ours:
        assert one["read_only"] is True
        assert one["cap_drop"] == ["ALL"]
        assert one["mem_limit"]
        assert (DEPLOY.parent / "deploy" / "Containerfile").samefile(
            Path(one["build"]["context"]) / one["build"]["dockerfile"]
        )


PAGE = DEPLOY.parent / "docs" / "how-to" / "deploy.md"


def block(heading: str, number: int = 0) -> str:
    """The commands that a section of the page has, the first of them or a later one."""
    section = PAGE.read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"```sh\n(.*?)```", section, re.DOTALL)[number]


@pytest.mark.skipif(shutil.which("docker-compose") is None, reason="needs Debian's docker-compose")
def test_a_school_is_set_up_by_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's commands, followed to the letter, make secrets that Compose and the program take; what its last
    command starts holds as many interviews as are let in."""
    shutil.copytree(DEPLOY, tmp_path / "deploy")
    subprocess.run(("sh", "-euc", block("A school")), cwd=tmp_path, check=True)
    assert (tmp_path / "deploy" / "school.env").stat().st_mode & 0o077 == 0
    words = shlex.split(block("A school", 1))
    assert words[:2] == ["docker", "compose"]
    begin = words.index("up")
    ran = subprocess.run(
        ("docker-compose", *words[2:begin], "config"),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    services = yaml.safe_load(ran.stdout)["services"]
    for name, value in services["worker"]["environment"].items():
        monkeypatch.setenv(name, value)
    settings = configuration.load()
    assert settings.production
    assert is_sound(settings)
    livekit = configuration.livekit()
    assert livekit is not None
    assert len(livekit.api_secret.get_secret_value()) >= 32
    workers = int(words[words.index("--scale") + 1].removeprefix("worker="))
    assert workers * settings.at_most == settings.capacity


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="needs Debian's kubernetes-client")
def test_a_cluster_is_set_up_by_the_page() -> None:
    """The image that the page builds is the one that the manifests name; its file of secrets is read as it is."""
    build, apply = block("Kubernetes"), block("Kubernetes", 1)
    image = re.findall(r"-t (\S+)", build)
    ran = subprocess.run(
        ("kubectl", "kustomize", str(KUBERNETES)), capture_output=True, text=True, check=True
    )
    assert set(re.findall(r"image: (\S+)", ran.stdout)) == set(image)
    (secret,) = re.findall(r"kubectl (-n greenroom create secret .*)", apply)
    words = secret.replace("secret.env", "secret.env.example")
    ran = subprocess.run(
        ("kubectl", *shlex.split(words), "--dry-run=client", "--output=yaml"),
        cwd=DEPLOY.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "GREENROOM_KEY_ENCRYPTION_KEY" in yaml.safe_load(ran.stdout)["data"]


@pytest.mark.rooms
@pytest.mark.skipif(shutil.which("docker-compose") is None, reason="needs Debian's docker-compose")
def test_livekit_takes_its_part(tmp_path: Path) -> None:
    """A real LiveKit server begins with the keys and the configuration of the school's file; but for the ports,
    which are somebody else's on this machine, and its address, for which it asks the internet."""
    binary = find_server()
    if binary is None:
        pytest.skip("needs livekit-server: make programs")
    told = composed("compose.school.yaml", tmp_path / "env")["services"]["livekit"]["environment"]
    port = 20_000 + os.getpid() % 6_000  # below those that the system gives to connections
    elsewhere = port + 6_000
    for before, after in (
        ("port: 7880", f"port: {port}"),
        ("tcp_port: 7881", f"tcp_port: {elsewhere}"),
        ("use_external_ip: true", "use_external_ip: false"),
    ):
        assert before in told["LIVEKIT_CONFIG"]
        told["LIVEKIT_CONFIG"] = told["LIVEKIT_CONFIG"].replace(before, after)
    with subprocess.Popen(
        [binary], env=told, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as server:
        assert server.stdout is not None
        said = ""
        for line in server.stdout:
            said += line
            if "starting LiveKit server" in line:
                break
        server.kill()
    assert f'"portHttp": {port}' in said, said
    assert f'"rtc.portTCP": {elsewhere}' in said, said


@pytest.mark.skipif(shutil.which("docker-compose") is None, reason="needs Debian's docker-compose")
def test_a_secret_that_is_missing_stops_compose() -> None:
    """A school does not begin with an empty password: Compose names the variable."""
    ran = subprocess.run(
        ("docker-compose", "-f", str(DEPLOY / "compose.school.yaml"), "config"),
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode != 0
    assert "GREENROOM_DOMAIN" in ran.stderr


@pytest.mark.skipif(shutil.which("caddy") is None, reason="needs Debian's caddy")
def test_caddy_takes_its_file() -> None:
    """Caddy reads the proxy's file, and hides the metrics."""
    names = {"GREENROOM_DOMAIN": "interviews.example.org", "LIVEKIT_DOMAIN": "livekit.example.org"}
    ran = subprocess.run(
        ("caddy", "adapt", "--validate", "--config", str(DEPLOY / "Caddyfile")),
        env={"PATH": os.environ["PATH"], **names},
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(names.values()) <= set(re.findall(r"[a-z]+\.example\.org", ran.stdout))
    assert '"/metrics"' in ran.stdout
