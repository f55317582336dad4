"""Looking for returns that break weak recency: ones that work all the same, and ones that fail.

hypothesis draws returns, climbs towards what a goal asks for and shrinks what it finds; a find is
reported only after it has been checked again from scratch, in another way.

    >>> result = search(["diverges"], "9/10", seed=1)
    >>> find = result.finds["diverges"]
    >>> print(*find.h, "on", name_of(find.mrp.P))
    1 2 on the 2-cycle
    >>> recheck(result.as_json())
    ()

Imports arithmetic, instances, processes, symbolic, symbolic.cards, symbolic.numbers,
symbolic.returns.
"""

from typing import TYPE_CHECKING

from symbolic.on_demand import on_demand

if TYPE_CHECKING:
    from numeric_checks.search import populations, trials
    from numeric_checks.search.catalogue import GOALS
    from numeric_checks.search.finds import Find, Outcome, Result, decimal
    from numeric_checks.search.goals import Candidate, Goal, Setting
    from numeric_checks.search.profiles import Profile, profile
    from numeric_checks.search.reading import Malformed
    from numeric_checks.search.rechecking import recheck
    from numeric_checks.search.running import (
        EXAMPLES,
        MAX_SUPPORT,
        InvalidSearch,
        discount,
        outcomes,
        search,
    )
    from numeric_checks.search.trials import kinds_of, name_of
else:
    __getattr__, __dir__ = on_demand(__name__)

__all__ = [
    "EXAMPLES",
    "GOALS",
    "MAX_SUPPORT",
    "Candidate",
    "Find",
    "Goal",
    "InvalidSearch",
    "Malformed",
    "Outcome",
    "Profile",
    "Result",
    "Setting",
    "decimal",
    "discount",
    "kinds_of",
    "name_of",
    "outcomes",
    "populations",
    "profile",
    "recheck",
    "search",
    "trials",
]
