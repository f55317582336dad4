"""Two sums over the eligibilities lambda^ceil(i/m) of the sparse lambda-return, in blocks of m.

The drops h_i - h_{i+1}: of each block only the first is not zero, (1 - lambda) lambda^k in the
k-th.  The eligibilities themselves: after h_0 = 1 they are constant on blocks, so each block is a
geometric sum.  Both end in one geometric series with the ratio gamma^m lambda.
"""

from proofs.notation import gamma, i, k, lam, m
from proofs.paper import sparse_lambda
from proofs.paper.explicit_modulus import drops, evaluation
from proofs.vocabulary import *

ret = SparseLambdaReturn(lam, m)
powers = lam**k * gamma ** (k * m)


def modulus(decay: Expr | int = lam, gap: Expr | int = m) -> Expr:
    """gamma (1 - lambda)/(1 - gamma^m lambda)."""
    return gamma * (1 - decay) / (1 - gamma**gap * decay)


def value(equation: Theorem) -> Expr:
    """The right-hand side."""
    assert isinstance(equation.statement, Equal)
    return equation.statement.rhs


def whole_powers(ctx: Context) -> Theorem:
    """sum_k (gamma^m lambda)^k, a geometric series whose ratio is a product of powers."""
    q = real("q")
    general = geometric(given(Less(Abs(q), 1)), series(q**k, k, 0), q)
    return instantiate(ctx, general, {q: gamma**m * lam})


def one_drop(ctx: Context, block: Expr, drop: Expr) -> Theorem:
    """Only the first drop of a block is not zero."""
    ctx = ctx.also(recall(ctx, AtMost(0, k * m)))
    step = 1 + k * m + i
    rest = series((ret.h(step - 1) - ret.h(step)) * gamma**step, i, 1, m - 1)
    inner, _ = summand(ctx, rest)
    level = specialise(inner, specialise(ctx, sparse_lambda.no_weight_within_a_block(), k), step)
    first = integer_part(ctx, FloorDiv(k * m + m - 1, m), k)
    second = integer_part(ctx, FloorDiv(k * m + m, m), k + 1)
    return (
        Chain(ctx, block)
        .to(drop + rest, peel_first(ctx, block), first, second)
        .to(drop, each_term(ctx, rest, 0, level), zeros(ctx, series(0, i, 1, m - 1)))
        .qed()
    )


def drops_in_blocks(ctx: Context) -> Theorem:
    """sum_i (h_i - h_{i+1}) gamma^{i+1} = gamma (1 - lambda)/(1 - gamma^m lambda)."""
    grouped = blocks(ctx, drops(ret.h), m, k)
    by_block = value(grouped)
    one, block = summand(ctx, by_block)
    drop = (1 - lam) * lam**k * gamma ** (k * m + 1)
    total, factor = series(drop, k, 0), (1 - lam) * gamma
    return (
        Chain(ctx, drops(ret.h))
        .to(by_block, grouped)
        .to(total, each_term(ctx, by_block, drop, one_drop(one, block, drop)))
        .to(factor * series(powers, k, 0), linearity(ctx, total, (factor, powers)))
        .to(modulus(), whole_powers(ctx))
        .qed()
    )


def evaluation_in_blocks(ctx: Context) -> Theorem:
    """1 - (1 - gamma) h(gamma) = gamma (1 - lambda)/(1 - gamma^m lambda)."""
    whole, rest = (series(ret.h(i) * gamma**i, i, start) for start in (0, 1))
    grouped = blocks(ctx, rest, m, k)
    by_block = value(grouped)
    one, block = summand(ctx, by_block)
    same = specialise(one, sparse_lambda.constant_on_blocks(), k)
    same = specialise(summand(one, block)[0], same, i)
    level = lam ** (k + 1) * gamma ** (1 + k * m + i)
    levels = series(level, i, 0, m - 1)
    factor = gamma * lam * (1 - gamma**m) / (1 - gamma)
    in_block = (
        Chain(one, block)
        .to(levels, each_term(one, block, level, same))
        .to(factor * powers, geometric(one, levels, gamma))
        .qed()
    )
    total, first = series(factor * powers, k, 0), integer_part(ctx, FloorDiv(m - 1, m), 0)
    return (
        Chain(ctx, evaluation(ret.h))
        .to(1 - (1 - gamma) * (1 + rest), peel_first(ctx, whole), first)
        .to(1 - (1 - gamma) * (1 + by_block), grouped)
        .to(1 - (1 - gamma) * (1 + total), each_term(ctx, by_block, factor * powers, in_block))
        .to(
            1 - (1 - gamma) * (1 + factor * series(powers, k, 0)),
            linearity(ctx, total, (factor, powers)),
        )
        .to(modulus(), whole_powers(ctx))
        .qed()
    )
