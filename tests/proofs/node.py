"""The scripts of the site's pages in node, without a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import proofs.companion

ASSETS = Path(proofs.companion.__path__[0]) / "site" / "assets"

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs node (apt: nodejs)")

_ANSWER_EACH_LINE = """
const script = require(process.argv[1]), answer = eval(process.argv[2]);
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  console.log(JSON.stringify(answer(JSON.parse(line))));
});
"""


def answers(script: str, function: str, given: Iterable[Any]) -> list[Any]:
    """What a function, written in terms of the script's exports, makes of each of the values."""
    done = subprocess.run(
        ["node", "-e", _ANSWER_EACH_LINE, str(ASSETS / script), function],
        input="".join(f"{json.dumps(value)}\n" for value in given),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]
