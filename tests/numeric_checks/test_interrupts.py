"""Ctrl-C while hypothesis runs is heard, once and in its place."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import threading
from collections.abc import Iterator

import pytest
from hypothesis import strategies as st

from numeric_checks.instances.evidence import gather
from numeric_checks.instances.interrupts import noted
from numeric_checks.search.steering import simplest


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def pressing(times: int) -> list[str]:
    """How far one gets."""
    done: list[str] = []
    with contextlib.suppress(KeyboardInterrupt), noted() as heed:
        heed()
        for _ in range(times):
            press()
            done.append("pressed")
        heed()
        done.append("heeded")
    return done


def test_it_is_raised_where_it_is_heeded() -> None:
    assert pressing(0) == ["heeded"]
    assert pressing(1) == ["pressed"]


def test_the_second_one_is_raised_at_once() -> None:
    assert pressing(2) == ["pressed"]


def test_it_is_raised_at_the_end_at_the_latest() -> None:
    with pytest.raises(KeyboardInterrupt), noted():
        press()


def test_what_handled_it_before_handles_it_afterwards() -> None:
    before = signal.getsignal(signal.SIGINT)
    with noted():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_it_is_left_to_a_program_that_sees_to_it_itself() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with noted() as heed:
            press()
            heed()
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_may_use_it() -> None:
    done: list[bool] = []

    def work() -> None:
        with noted() as heed:
            heed()
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]


@pytest.fixture
def few_to_collect() -> Iterator[None]:
    """A collection passes over what was there before the test."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("few_to_collect")
def test_one_that_comes_during_garbage_collection_is_not_lost() -> None:
    presses: list[int] = []

    def while_collecting(phase: str, _info: object) -> None:
        if phase == "stop" and not presses:
            presses.append(1)
            press()

    def collects(_case: int) -> bool:
        gc.callbacks.append(while_collecting)
        gc.collect()
        gc.callbacks.remove(while_collecting)
        return False

    with pytest.raises(KeyboardInterrupt):
        simplest(st.integers(), collects, float, examples=50, seed=0)
    presses.clear()
    with pytest.raises(KeyboardInterrupt):
        gather(lambda case: not collects(case), st.integers(), cases=50)
