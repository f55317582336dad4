"""How hypothesis draws its examples, and what a run in CI may not do.

Profiles, chosen by ``--hypothesis-profile``, else by ``RECENCY_PROFILE``, else by ``CI``:

- ``dev`` (the default): the same examples on every run, so that a red test is red for everyone;
- ``ci``: the same, with more of them;
- ``thorough``: many, and fresh ones on each run; for looking for trouble, not for a verdict.  What
  ``tests.sampling`` takes a sample of is then looked at whole.

Where tests run in several processes, those that are given one claim run in the same one, and so do
the others of a module, and all modules that go through the whole ledger; in two processes all of
that is one: a claim is derived and tried once, or where there are many processes twice.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.sampling import IN_CI

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.scheduler import Scheduling

settings.register_profile("dev", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=100)
settings.register_profile("thorough", derandomize=False, deadline=None, max_examples=2000)
# what is proved is kept until the end, and looking for garbage takes time
gc.set_threshold(50_000, 20, 50)

settings.load_profile(os.environ.get("RECENCY_PROFILE") or ("ci" if IN_CI else "dev"))


#: modules that go through the whole ledger
WHOLE = {
    f"tests/{name}.py"
    for name in (
        "proofs/test_errata",
        "proofs/test_latex_command",
        "proofs/test_ledger",
        "proofs/test_paper_map",
        "proofs/test_record",
        "proofs/test_site",
        "numeric_checks/test_sympy_opinion",
        "test_readme",
    )
}


class NothingLeftOut:
    """Turn every skip into a failure: a check that did not run has not passed."""

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.skipped and not hasattr(report, "wasxfail"):
            _fail(report)
        return report

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_make_collect_report(
        self,
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        report = yield
        if report.skipped:
            _fail(report)
        return report


def _fail(report: pytest.TestReport | pytest.CollectReport) -> None:
    """A skip's ``longrepr`` is (file, line, reason)."""
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
    report.outcome = "failed"
    report.longrepr = f"left out, which CI does not allow: {reason}"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling | None:
    if config.getvalue("dist") != "load":
        return None
    from xdist.scheduler import LoadScopeScheduling

    from proofs.companion.claims import catalogue

    claims = {entry.id for entry in catalogue.entries()}
    apart = len(config.getvalue("tx")) > 2

    def group(nodeid: str) -> str:
        module, _, test = nodeid.partition("::")
        case = test.partition("[")[2].removesuffix("]")
        if module in WHOLE or (case in claims and not apart):
            return "the whole ledger"
        return case if case in claims else module

    scheduling = LoadScopeScheduling(config, log)
    # marks would do, but not with every pytest: from 9.2 on xdist does not see them
    scheduling._split_scope = group
    return scheduling


def pytest_configure(config: pytest.Config) -> None:
    # Registered as a plugin because a conftest's own hooks do not see the packages' doctests.
    if IN_CI:
        config.pluginmanager.register(NothingLeftOut(), "nothing-left-out")
