"""What an ordinary run leaves out, a thorough one does not."""

from __future__ import annotations

import pytest

from tests import sampling
from tests.sampling import some


def test_a_sample_is_the_same_each_time_and_in_order() -> None:
    found = some(range(100), 5, "a name")
    if not sampling.is_thorough():
        assert len(found) == 5
    assert found == sorted(set(found)) == some(range(100), 5, "a name")
    assert some("abc", 5, "a name") == ["a", "b", "c"]


@pytest.mark.parametrize("thorough", [False, True])
def test_a_thorough_run_takes_everything(monkeypatch: pytest.MonkeyPatch, thorough: bool) -> None:
    monkeypatch.setattr(sampling, "is_thorough", lambda: thorough)
    assert (some(range(100), 5, "a name") == [*range(100)]) is thorough
