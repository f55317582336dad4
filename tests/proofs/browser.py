"""A browser without a window, for tests of pages."""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

MISSING = "needs chromium and chromedriver (apt: chromium chromium-driver) and selenium (pip)"

needs_browser = pytest.mark.skipif(
    not (shutil.which("chromium") and shutil.which("chromedriver") and find_spec("selenium")),
    reason=MISSING,
)


ROOT = Path(__file__).parents[2]
AXE = Path(os.environ.get("RECENCY_AXE") or ROOT / "build/axe/node_modules/axe-core/axe.min.js")
needs_axe = pytest.mark.skipif(
    not AXE.is_file(), reason="needs axe-core (npm install --prefix build/axe axe-core)"
)


@contextmanager
def browser(*, dark: bool = False, width: int = 1200, height: int = 900) -> Generator[Chrome]:
    """A driver of chromium with that colour scheme and that width of the page."""
    from selenium.webdriver import Chrome, ChromeOptions, ChromeService

    options = ChromeOptions()
    options.binary_location = shutil.which("chromium") or "chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options, ChromeService(shutil.which("chromedriver")))
    try:
        # a window is never narrower than 500 pixels, but what it shows a page may be
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        yield driver
    finally:
        driver.quit()


def axe(driver: Chrome) -> list[str]:
    """What axe-core finds on the page that keeps somebody from it."""
    driver.execute_script(AXE.read_text("utf-8"))
    driver.set_script_timeout(120)
    found: list[str] = driver.execute_async_script(
        "const done = arguments[0];"
        "axe.run(document, {preload: false, resultTypes: ['violations']})"
        ".then(({violations}) => done(violations.map((v) => "
        "`${v.id}: ${v.nodes.length} such as ${v.nodes[0].html.slice(0, 200)}`)))"
    )
    return found


def console(driver: Chrome) -> list[str]:
    """The warnings and errors that the console has shown since it was last asked."""
    shown = driver.get_log("browser")  # type: ignore[no-untyped-call]
    return [entry["message"] for entry in shown if entry["level"] in {"WARNING", "SEVERE"}]
