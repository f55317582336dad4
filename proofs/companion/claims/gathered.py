"""The evidence for a claim: its theorems on drawn instances, and second computations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from numeric_checks.evidence.trying import Tried
from numeric_checks.instances.evidence import Evidence
from proofs.companion.claims.measured import Measurement
from proofs.companion.claims.parts import Experiment


@dataclass(frozen=True)
class Gathered:
    """What was tried, by the names of the parts, and the second computations."""

    theorems: Mapping[str, Tried]
    computations: Mapping[Experiment, Evidence]
    measurements: Sequence[Measurement] = ()

    @property
    def cases(self) -> int:
        """The instances of everything."""
        tried = sum(found.instances for found in self.theorems.values())
        measured = sum(len(measurement.checks) for measurement in self.measurements)
        return tried + measured + sum(found.cases for found in self.computations.values())

    @property
    def digits(self) -> int | None:
        """To how many digits both sides of theorems agree, where they were computed."""
        return min((t.digits for t in self.theorems.values() if t.digits is not None), default=None)

    @property
    def failures(self) -> Iterator[str]:
        """What was found to be wrong."""
        for name, tried in self.theorems.items():
            if tried.failure is not None:
                yield f"{name} {tried.failure}"
        for experiment, found in self.computations.items():
            yield from (f"{experiment.name}: {failure}" for failure in found.failures)

    @property
    def problem(self) -> str | None:
        """Why this is no evidence; nothing if it is."""
        for failure in self.failures:
            return failure
        for name, tried in self.theorems.items():
            if tried.missing is not None and not self.computations:
                return f"no evidence was gathered for {name}: {tried.missing}"
            if tried.instances and tried.changes and not tried.noticed:
                return f"the evidence for {name} does not notice when {name} is changed"
        return None if self.cases else "no evidence was gathered"

    def as_json(self) -> dict[str, Any]:
        """All of it; of each theorem what `numeric_checks.evidence.trying` says."""
        shown: dict[str, Any] = {
            "cases": self.cases,
            "digits": self.digits,
            "theorems": {name: _plain(tried) for name, tried in self.theorems.items()},
            "computations": {
                experiment.name: {"computes": experiment.computes, "cases": found.cases}
                for experiment, found in self.computations.items()
            },
            "failures": list(self.failures),
        }
        if self.measurements:
            shown["measurements"] = {
                measurement.name: [
                    {"agrees": check.agrees, "says": check.says} for check in measurement.checks
                ]
                for measurement in self.measurements
            }
        return shown


def _plain(tried: Tried) -> dict[str, Any]:
    """What there is to say: reasons only where there are some."""
    shown = asdict(tried)
    return {k: x for k, x in shown.items() if x is not None or k == "digits"}
