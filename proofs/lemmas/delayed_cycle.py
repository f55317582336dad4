"""Delayed TD(0) on the cycle of tau + 1 states, where tau steps forward are one step back."""

from proofs.lemmas.delayed_td import tau
from proofs.notation import gamma, j
from proofs.vocabulary import *

states = tau + 1
far = FloorDiv(states, 2)


def growth_of(mode: Expr) -> Expr:
    """The real part of the eigenvalue of H for a mode, less 1."""
    return gamma ** (tau + 1) - gamma**tau * CosTurn(mode, states)


def turning_of(mode: Expr) -> Expr:
    """The imaginary part."""
    return gamma**tau * SinTurn(mode, states)


def turned(ctx: Context, function: type[Turn], mode: Expr) -> Theorem:
    """The cosine (sine) of j tau/(tau+1) of a turn: tau steps forward are one step back."""
    whole = function(mode * tau, states)
    back = function(-mode, states)
    return (
        Chain(ctx, whole)
        .to(
            back,
            turn_sum(ctx, whole, mode * states),
            full_turns(ctx, CosTurn(mode * states, states), mode),
            full_turns(ctx, SinTurn(mode * states, states), mode),
        )
        .by(turn_back(ctx, back))
        .qed()
    )


def evaluated_mode(ctx: Context, operator: Expr, real_part: Expr, imaginary: Expr) -> Theorem:
    """The eigenvalue of an operator for the mode j, with tau steps forward read as one back."""
    raw = on_mode(ctx, operator, states, j)
    statement = raw.statement
    assert isinstance(statement, CycleEigenvalue)
    found = (
        Chain(ctx, part)
        .to(value, full_turns(ctx, function(j * states, states), j), turned(ctx, function, j))
        .qed()
        for part, value, function in (
            (statement.rhs, real_part, CosTurn),
            (statement.imaginary, imaginary, SinTurn),
        )
    )
    return same_eigenvalue(ctx, raw, *found)
