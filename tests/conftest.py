"""How hypothesis draws its examples, and what a run in CI may not do.

Profiles, chosen by ``--hypothesis-profile``, else by ``RECENCY_PROFILE``, else by ``CI``:

- ``dev`` (the default): the same examples on every run, so that a red test is red for everyone;
- ``ci``: the same, with more of them;
- ``thorough``: many, and fresh ones on each run; for looking for trouble, not for a verdict.  What
  ``tests.sampling`` takes a sample of is then looked at whole.

Where tests run in several processes (``--dist loadgroup``), those of one claim run in the same one,
and so do those of a module that are about no claim: a claim is derived and tried once.
"""

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

IN_CI = os.environ.get("CI", "").lower() not in {"", "0", "false", "no"}

settings.register_profile("dev", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=100)
settings.register_profile("thorough", derandomize=False, deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("RECENCY_PROFILE") or ("ci" if IN_CI else "dev"))


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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        module = item.nodeid.partition("::")[0]
        case = getattr(item, "callspec", None)
        group = module if case is None else case.params.get("claim_id", module)
        item.add_marker(pytest.mark.xdist_group(group))


def pytest_configure(config: pytest.Config) -> None:
    # Registered as a plugin because a conftest's own hooks do not see the packages' doctests.
    if IN_CI:
        config.pluginmanager.register(NothingLeftOut(), "nothing-left-out")
