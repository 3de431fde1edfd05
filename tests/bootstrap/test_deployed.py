"""The files in `deploy/` name settings that exist, and Kubernetes' own schemas accept the manifests (O6)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from greenroom.bootstrap.worker import DRAIN_S
from greenroom.settings import PREFIX, Settings

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
        re.sub("=$", "=secret", (DEPLOY / "school.env.example").read_text(), flags=re.M)
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
