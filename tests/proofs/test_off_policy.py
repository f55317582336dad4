"""Off-policy traces: the operator by paths, what breaks the condition, and near misses."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from numeric_checks.evidence.chains import MDP, Table, drawn_mdp, drawn_table
from numeric_checks.evidence.trying import tried
from numeric_checks.statements import Instance, Outcome, decide, table
from proofs.notation import DISCOUNT, gamma, m, n
from proofs.paper import action_values as values, trajectory_analog, trajectory_aware
from proofs.paper.action_values import LEANING, finite_mdps
from symbolic import AtMost, Less, ProofError, Theorem, given
from symbolic.writing import recall, specialise

PROVED = next(part for part in trajectory_aware.CLAIM.parts if part.printed)


def by_paths(mdp: MDP, q: Table, rewards: Table, discount: Fraction, excess: Fraction) -> Table:
    """The mean of q + delta_0 + gamma (1 + e) rho_1 delta_1, over all paths S_1, A_1, S_2.

    An expectation over sampled TD errors, one path after another: no operator is applied.
    """
    states, actions = (range(size) for size in mdp.shape)
    mean = [
        sum(x * y for x, y in zip(*row, strict=True)) for row in zip(mdp.target, q, strict=True)
    ]
    found = [[Fraction(0)] * len(actions) for _ in states]
    for s, a, t, b, u in product(states, actions, states, actions, states):
        chance = mdp.p[s][a][t] * mdp.behavior[t][b] * mdp.p[t][b][u]
        first = rewards[s][a] + discount * mean[t] - q[s][a]
        second = rewards[t][b] + discount * mean[u] - q[t][b]
        weight = discount * (1 + excess) * mdp.ratios()[t][b]
        found[s][a] += chance * (q[s][a] + first + weight * second)
    return found


@pytest.mark.parametrize("seed", range(8))
def test_the_update_is_the_mean_of_the_estimate_over_all_paths(seed: int) -> None:
    rng, half = Random(seed), Fraction(1, 2)
    mdp = drawn_mdp(rng)
    q, rewards = drawn_table(mdp.shape, rng), drawn_table(mdp.shape, rng)
    ahead = mdp.ahead(q)
    states, actions = mdp.shape
    errors = [
        [rewards[s][a] + half * ahead[s][a] - q[s][a] for a in range(actions)]
        for s in range(states)
    ]
    later = mdp.ahead(errors)
    on_policy = [
        [q[s][a] + errors[s][a] + half * (1 + half) * later[s][a] for a in range(actions)]
        for s in range(states)
    ]
    assert by_paths(mdp, q, rewards, half, half) == on_policy


@pytest.mark.parametrize("agree", [True, False])
def test_the_theorem_holds_at_exact_instances_on_policy_and_off_policy(agree: bool) -> None:
    rng = Random(0)
    while True:
        at = finite_mdps(rng)
        if (at.sequences[values.b].then == at.sequences[values.g].then) is agree:
            break
    for hypothesis in PROVED.given:
        assert decide(hypothesis, at).outcome is Outcome.HOLDS
    assert decide(PROVED.says, at).outcome is Outcome.HOLDS


def without_ratios(rng: Random) -> Instance:
    """The ratios are zero, so they are not those of the two policies."""
    at = finite_mdps(rng)
    return Instance.of(at.values, {**at.sequences, values.rho: table([[0] * 2] * 2)})


def test_an_instance_made_by_hand_counts_only_if_every_hypothesis_holds_there() -> None:
    found = tried(PROVED.given, PROVED.says, draw=without_ratios)
    assert found.instances == 0
    assert found.missing is not None
    assert str(values.COVERED) in found.missing


def test_where_the_ratios_are_not_those_of_the_policies_the_condition_may_hold() -> None:
    part = next(p for p in trajectory_aware.CLAIM.parts if p.name == "condition_fails")
    uncovered = [s for s in part.given if s.key != values.COVERED.key]
    assert tried(part.given, part.says, draw=finite_mdps).failure is None
    assert tried(uncovered, part.says, draw=without_ratios).failure is not None


def test_on_policy_weak_recency_in_the_mean_does_not_give_the_condition_either() -> None:
    claim = trajectory_analog
    [refutation] = claim.CLAIM.refutations
    half = [["1/2", "1/2"]]
    agreeing = {
        claim.u: table([1]), claim.y: table([1]), claim.b: table(half), claim.g: table(half),
        claim.rho: table([1, 1]), claim.w: table([["3/2", "1/2"]]),
    }  # fmt: skip
    at = Instance.of({m: 1, n: 2}, agreeing)
    assert all(decide(s, at).outcome is Outcome.HOLDS for s in refutation.given)
    assert decide(refutation.says, at).outcome is Outcome.FAILS


def test_the_instance_of_the_remark_is_that_of_the_evidence() -> None:
    assert LEANING.ratios() == [[Fraction(3, 2), Fraction(1, 2)]]


# -- refusals --------------------------------------------------------------------------------------

e = values.e
beta = trajectory_aware.beta
REFUSED: dict[str, Callable[[], Theorem]] = {
    "any positive e": lambda: recall(given(*DISCOUNT, trajectory_aware.RISES), Less(beta, 1)),
    "an edge that is reached": lambda: recall(
        given(*DISCOUNT, AtMost(e, (1 - gamma) / gamma)), Less(beta, 1)
    ),
    "a ratio that is not positive": lambda: recall(
        given(trajectory_aware.RISES), Less(values.rho(1, 1), (1 + e) * values.rho(1, 1))
    ),
    "a state that is none": lambda: specialise(given(), trajectory_aware.condition_fails(), 0),
}


@pytest.mark.parametrize("step", REFUSED)
def test_a_step_that_needs_more_is_refused(step: str) -> None:
    with pytest.raises(ProofError, match="does not follow"):
        REFUSED[step]()
