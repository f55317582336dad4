"""The page that previews a return and checks certificates: its numbers, and what a visitor sees."""

from __future__ import annotations

import json
import random
import shlex
from collections.abc import Callable, Generator, Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from numeric_checks.safety.analysis import Analysis, analyze
from numeric_checks.safety.certificate_checker import check
from numeric_checks.safety.decision import decide
from proofs.companion.cli import main
from proofs.companion.stored.weights import H, from_text
from proofs.companion.usage import BadInput
from symbolic.numbers import InvalidNumber, parse_rational
from symbolic.returns import (
    FAMILIES,
    SPECIAL,
    LinearReturn,
    WeightedReturn,
    named_return,
    ranges,
)
from symbolic.returns.parameters import Count, Unit
from tests.numeric_checks.drawn_returns import any_weights, weights_with_margin
from tests.proofs.browser import browser, console, needs_browser
from tests.proofs.node import ASSETS, answers, needs_node

if TYPE_CHECKING:
    from selenium.webdriver import Chrome
    from selenium.webdriver.remote.webelement import WebElement

PREVIEW = "analyze.js"

# -- returns as the page has them ----------------------------------------------------------------


def asked(kind: str, gamma: Fraction, values: str = "", **given: str) -> dict[str, Any]:
    return {"kind": kind, "list": values, "given": given, "gamma": str(gamma)}


def named(kind: str, gamma: Fraction, given: dict[str, str]) -> LinearReturn:
    family, fixed = SPECIAL.get(kind, (kind, None))
    own = {"gamma": str(gamma)} if "gamma" in ranges(family) else {}
    return named_return(family, fixed or {**own, **given})


def drawn(draw: random.Random) -> tuple[dict[str, Any], LinearReturn, Fraction]:
    """What is asked of the page, and the return and the discount that are meant."""
    gamma = Fraction(draw.randint(1, 199), 200)
    kind = draw.choice(["weights", "nstep-weights", "near zero", *FAMILIES, *SPECIAL])
    if kind in FAMILIES or kind in SPECIAL:
        family, fixed = SPECIAL.get(kind, (kind, None))
        given = {
            name: str(draw.randint(1, 12) if isinstance(span, Count) else _share(draw))
            for name, span in ranges(family).items()
            if name != "gamma" and fixed is None
        }
        return asked(kind, gamma, **given), named(kind, gamma, given), gamma
    size = draw.randint(2, 12)
    if kind == "near zero":
        margin = Fraction(draw.choice([-1, 1]), 10 ** draw.randint(1, 6))
        h = weights_with_margin(draw, min(size, 6), gamma, margin)
    else:
        h = any_weights(draw, size)
    if kind == "nstep-weights" and (whole := sum(h)) and draw.random() < 0.8:
        h = (
            [x / whole for x in h]
            if draw.random() < 0.5
            else [abs(x) / sum(map(abs, h)) for x in h]
        )
    values = draw.choice([", ", " ", ",", "\n"]).join(map(str, h))
    if kind == "nstep-weights":
        return asked(kind, gamma, values), WeightedReturn.from_nstep_weights(h), gamma
    return asked("weights", gamma, values), WeightedReturn(h), gamma


def _share(draw: random.Random) -> Fraction:
    return Fraction(draw.randint(0, 39), 40)


def many(seed: int, count: int) -> tuple[list[dict[str, Any]], list[Analysis], list[Any]]:
    """What was asked, what was decided, and what the page shows."""
    draw = random.Random(seed)
    cases = [drawn(draw) for _ in range(count)]
    questions = [question for question, _, _ in cases]
    show = "(asked) => { const { curve, ...rest } = script.preview(asked); return rest; }"
    return (
        questions,
        [analyze(ret, gamma) for _, ret, gamma in cases],
        answers(PREVIEW, show, questions),
    )


# -- its numbers -----------------------------------------------------------------------------------


@needs_node
def test_the_previewed_numbers_are_those_that_are_proved() -> None:
    for question, found, shown in zip(*many(26, 400), strict=True):
        assert found.variance_factor is not None
        size = max(1.0, float(found.variance_factor) ** 0.5)
        margin = found.decision.margin_lower, found.decision.margin_upper
        for (lower, upper), value in (
            (margin, shown["margin"]),
            ((found.spectral_bound.lower, found.spectral_bound.upper), shown["bound"]),
            ((found.modulus, found.modulus), shown["beta"]),
        ):
            assert float(lower or 0) - 1e-9 * size <= value, question
            assert value <= float(upper or 0) + 1e-9 * size, question
        h = found.ret.eligibilities(len(shown["h"]))
        assert shown["h"] == pytest.approx([float(x) for x in h], rel=1e-9, abs=1e-12)
        c = [float(x - y) for x, y in pairwise(h)]
        assert shown["c"] == pytest.approx(c, rel=1e-9, abs=1e-12)


@needs_node
def test_the_previewed_verdict_and_classes_are_those_that_are_proved() -> None:
    verdicts = {"yes": "yes", "no": "no", "boundary": "close"}
    seen = set()
    for question, found, shown in zip(*many(62, 400), strict=True):
        assert shown["verdict"] == verdicts[found.decision.verdict], question
        assert shown["weak"] == found.recency.weak
        if not found.recency.more:
            assert (tuple(shown["wrong"]), shown["more"]) == (found.recency.violations, False)
        classes = [
            name for name in ("n_step", "compound", "affine") if getattr(found.classes, name)
        ]
        assert shown["class"] == (classes or ["linear"])[0].replace("_", "-")
        seen |= {shown["verdict"], shown["class"]}
        if shown["step"] is None:
            assert found.step_size is None
        else:
            assert found.step_size is not None
            low, high = float(found.step_size.lower), float(found.step_size.upper)
            assert low - 1e-9 <= shown["step"] <= high * (1 + 1e-9) + 1e-9
        if (cycle := shown["witness"]) is not None:
            turn = Fraction(cycle["mode"], cycle["cycle"])
            proved = float(found.decision.filter.margin.value(turn).mid())
            assert cycle["value"] == pytest.approx(proved, rel=1e-9, abs=1e-9)
            assert proved < 0
    assert seen == {"yes", "no", "close", "n-step", "compound", "affine", "linear"}


@needs_node
def test_a_least_value_of_zero_is_left_to_the_command() -> None:
    boundary, still = (
        asked("weights", Fraction(9, 10), values) for values in ("1, 10/9", "0, 0/5, 0")
    )
    show = (
        "(asked) => { const found = script.preview(asked); return [found.verdict, found.still]; }"
    )
    assert answers(PREVIEW, show, [boundary, still]) == [["close", False], ["close", True]]


@needs_node
def test_a_narrow_dip_is_not_missed() -> None:
    """Returns whose f changes fast next to some angles."""
    cases = [
        ("lambda", "9999/10000", {"lam": "9999/10000"}),
        ("sparse", "999/1000", {"lam": "99/100", "m": "97"}),
        ("delayed-lambda", "999/1000", {"lam": "999/1000", "tau": "40"}),
        ("inverted-u", "99/100", {"lam": "99/100"}),
        ("truncated", "999/1000", {"lam": "999/1000", "n": "500"}),
    ]
    questions = [asked(kind, Fraction(gamma), **given) for kind, gamma, given in cases]
    shown = answers(PREVIEW, "(asked) => script.preview(asked).margin", questions)
    for (kind, gamma, given), margin in zip(cases, shown, strict=True):
        found = decide(named(kind, Fraction(gamma), given), gamma)
        low, high = float(found.margin_lower), float(found.margin_upper)
        size = max(abs(low), 1)
        assert low - 1e-7 * size <= margin <= high + 1e-9 * size, kind


@needs_node
def test_the_page_knows_the_families_of_the_command() -> None:
    known = answers(PREVIEW, "() => script.FAMILIES", [0])[0]
    assert set(known) == {*FAMILIES, *SPECIAL}
    for name, family in known.items():
        spans = {} if name in SPECIAL else ranges(name)
        spans = {key: span for key, span in spans.items() if key != "gamma"}
        assert family["parameters"].keys() == spans.keys()
        for key, span in spans.items():
            theirs = family["parameters"][key]
            if isinstance(span, Count):
                assert (theirs["least"], theirs["help"]) == (span.least, span.help)
            else:
                assert isinstance(span, Unit)
                assert theirs.get("below", False) == span.below_one
                assert (theirs["most"], theirs["help"]) == (1, span.help)


# -- what is typed ---------------------------------------------------------------------------------


NUMBERS = [
    *("9/10", "0.9", "9e-1", ".5", "5.", "-3", "+3", "1e-3", "1E+2", "-0", "007/4", "-1/2", "e"),
    *("1e2000", "1e2001", "1/0", "0/5", "abc", "1_0", "½", "1/-2", "1//2", ".e1", ".", "--1", "1e"),
    *("0x1", "inf", "nan", "1,2", "123456789012345678901234567890.5", "1e1.5", "", " 1", "1 "),
    *("1" * 2000, "1" * 2001, "x" * 50),
]
LISTS = [
    *("1,2", "1 2", "[1, 1/2]", "(1)", "1,,2", ",1", "1,2,", "1\n2\r\n3", "", " \n ", "[]", "1 x"),
    *("1,", "[1", "1\t2", "1,\n2,\n", ",", "0.5, 1e-3 ,-2"),
]


@needs_node
@pytest.mark.parametrize(
    ("texts", "theirs", "ours"),
    [
        (NUMBERS, "[script.rational(text)]", lambda text: [parse_rational(text)]),
        (LISTS, "script.numbers(script.cells(text), 0)", lambda text: from_text(text, H).values),
    ],
    ids=["numbers", "lists"],
)
def test_what_is_typed_is_read_and_refused_as_the_command_line_does(
    texts: list[str], theirs: str, ours: Callable[[str], Iterable[Fraction]]
) -> None:
    read = f"""(text) => {{
      try {{ return {theirs}.map(({{ n, d }}) => [String(n), String(d)]); }}
      catch (problem) {{ return problem.message; }}
    }}"""
    for text, found in zip(texts, answers(PREVIEW, read, texts), strict=True):
        refused = None
        try:
            expected = [*ours(text)]
        except (InvalidNumber, BadInput) as problem:
            refused = str(problem)
        if refused is not None:
            assert found == refused
        else:
            assert [Fraction(int(n), int(d)) for n, d in found] == expected


@needs_node
@pytest.mark.parametrize(
    ("question", "field", "words"),
    [
        (asked("lambda", Fraction(1, 2), lam="2"), "lam", "expected 0 <= lam <= 1, not '2'"),
        (asked("lambda", Fraction(1, 2), lam="x"), "lam", "'x' is not a number"),
        (asked("inverted-u", Fraction(1, 2), lam="1"), "lam", "expected 0 <= lam < 1, not '1'"),
        (asked("n-step", Fraction(1, 2), n="0"), "n", "an integer n from 1 to 1000 here, not '0'"),
        (asked("n-step", Fraction(1, 2), n="1.5"), "n", "an integer n from 1 to 1000"),
        (asked("n-step", Fraction(1, 2), n="1001"), "n", "an integer n from 1 to 1000"),
        (asked("gamma", Fraction(1, 2), length="101"), "length", "from 1 to 100 here"),
        (asked("td", Fraction(1)), "gamma", "expected 0 < gamma < 1, not '1'"),
        (asked("td", Fraction(0)), "gamma", "expected 0 < gamma < 1, not '0'"),
        (asked("td", 1 - Fraction(1, 10**9)), "gamma", "too close to 0 or 1 for a preview"),
        (asked("weights", Fraction(1, 2), "1 " * 1001), "list", "at most 1000 here"),
        (asked("weights", Fraction(1, 2), "1e400"), "list", "too large for a preview"),
        (asked("nstep-weights", Fraction(1, 2), "1 x"), "list", "weight 2: 'x' is not a number"),
    ],
)
def test_what_cannot_be_previewed_is_refused_in_a_line_that_names_the_field(
    question: dict[str, Any], field: str, words: str
) -> None:
    refuse = """(asked) => {
      try { return [script.preview(asked)]; }
      catch (problem) {
        return [problem instanceof script.BadInput, problem.field, problem.message];
      }
    }"""
    found = answers(PREVIEW, refuse, [question])[0]
    assert found[:2] == [True, field]
    assert words in found[2]
    assert "\n" not in found[2]


# -- what leads from it ----------------------------------------------------------------------------


@needs_node
def test_the_command_decides_about_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    questions, decided, _ = many(9, 40)
    for command, found in zip(
        answers(PREVIEW, "(asked) => script.command(asked)", questions), decided, strict=True
    ):
        program, *words = shlex.split(command)
        assert program == "recency"
        assert " ".join([program, *words]) == command, "nothing in it needs quotes"
        assert main([*words, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(found.as_json()))


@needs_node
def test_the_address_says_what_is_shown() -> None:
    questions, _, _ = many(10, 60)
    there = (
        "(asked) => { const hash = script.toHash(asked); return [hash, script.fromHash(hash)]; }"
    )
    listed = answers(PREVIEW, "(asked) => script.cells(asked.list)", questions)
    for question, cells, (hash_, back) in zip(
        questions, listed, answers(PREVIEW, there, questions), strict=True
    ):
        assert back == {**question, "list": ",".join(cells)}
        assert set(hash_) <= set("abcdefghijklmnopqrstuvwxyz-=&/,.0123456789")


@needs_node
@pytest.mark.parametrize(
    "text", ["", "#", "#main", "#return=none&gamma=1/2", "#weights=1", "#gamma=1"]
)
def test_another_address_says_nothing(text: str) -> None:
    assert answers(PREVIEW, "(hash) => script.fromHash(hash)", [text]) == [None]


# -- the page --------------------------------------------------------------------------------------

FRAME = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Analyze a return</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<link rel="stylesheet" href="assets/analyze.css">
<script defer src="assets/certificate.js"></script><script defer src="assets/analyze.js"></script>
</head><body><main>{}</main></body></html>
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page in a frame of nothing."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "assets").mkdir()
    for name in ("analyze.css", "analyze.js", "certificate.js"):
        (folder / "assets" / name).write_bytes((ASSETS / name).read_bytes())
    body = (ASSETS.parent / "pages" / "analyze.html").read_text("utf-8")
    (folder / "analyze.html").write_text(FRAME.format(body), "utf-8")
    return (folder / "analyze.html").as_uri()


@pytest.fixture(scope="module")
def window() -> Iterator[Chrome]:
    with browser() as driver:
        yield driver


@pytest.fixture
def shown(window: Chrome, page: str) -> Generator[Chrome]:
    """The page, opened anew; it must not complain."""
    window.get("about:blank")
    window.get(page)
    yield window
    assert console(window) == []


def at(driver: Chrome, name: str) -> WebElement:
    return driver.find_element("id", name)


def text(driver: Chrome, name: str) -> str:
    return at(driver, name).text


def type_in(driver: Chrome, name: str, what: str) -> None:
    field = at(driver, name)
    field.clear()
    field.send_keys(what)


def wait(driver: Chrome, condition: str) -> Any:
    from selenium.webdriver.support.wait import WebDriverWait

    return WebDriverWait(driver, 10).until(lambda _: driver.execute_script(f"return {condition}"))


def numbers(driver: Chrome) -> dict[str, str]:
    names, values = (
        driver.find_elements("css selector", f"#numbers {tag}") for tag in ("dt", "dd")
    )
    return {name.text: value.text for name, value in zip(names, values, strict=True)}


def choose(driver: Chrome, kind: str) -> None:
    from selenium.webdriver.support.select import Select

    Select(at(driver, "kind")).select_by_value(kind)


def example() -> str:
    """The certificate that `recency analyze` writes for the return that the page starts with."""
    return json.dumps(decide(WeightedReturn(["1", "1/2", "3/4"]), "9/10").certificate())


@needs_browser
def test_it_opens_with_a_return_and_says_that_it_proves_nothing(shown: Chrome) -> None:
    assert "it proves nothing" in shown.find_element("css selector", "main").text
    assert text(shown, "verdict").startswith("It looks safe")
    assert numbers(shown)["least Re f"] == "≈ 0.20575, at 0 of a turn"
    assert numbers(shown)["weak recency"] == "violated by the step after i = 1"
    assert numbers(shown)["class"].startswith("affine, not convex")
    assert text(shown, "command") == "recency analyze --weights 1,1/2,3/4 --gamma 9/10"
    bars = shown.find_elements("css selector", "#chart-h rect.bar")
    assert len(bars) == 4
    assert [bar.get_attribute("class") for bar in bars].index("bar wrong") == 2
    for chart in ("chart-h", "chart-c", "chart-plane", "chart-real"):
        assert at(shown, chart).accessible_name
    for chart in ("chart-plane", "chart-real"):
        curve = shown.find_element("css selector", f"#{chart} path.curve")
        assert len(curve.get_attribute("d") or "") > 1000


@needs_browser
def test_without_scripts_it_leads_to_the_command_line(window: Chrome, page: str) -> None:
    window.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        window.get(page)
        seen = window.find_element("css selector", "main").text
    finally:
        window.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert "recency check-certificate FILE" in seen
    assert "Preview" not in seen


@needs_browser
def test_a_slider_moves_the_number_the_picture_the_command_and_the_address(shown: Chrome) -> None:
    from selenium.webdriver.common.keys import Keys

    before = shown.execute_script("return document.querySelector('#chart-plane .curve').outerHTML")
    slider = shown.find_element("css selector", "[aria-label='the discount, by a slider']")
    slider.send_keys(Keys.ARROW_LEFT)
    assert at(shown, "given-gamma").get_attribute("value") == "0.89"
    assert text(shown, "command").endswith("--gamma 0.89")
    after = shown.execute_script("return document.querySelector('#chart-plane .curve').outerHTML")
    assert after != before
    wait(shown, "location.hash.endsWith('gamma=0.89')")
    assert wait(shown, "document.getElementById('aloud').textContent") == text(shown, "verdict")
    at(shown, "weight-1").send_keys(Keys.ARROW_RIGHT)
    assert at(shown, "list").get_attribute("value") == "1, 0.51, 3/4"
    assert "--weights 1,0.51,3/4 " in text(shown, "command")


@needs_browser
def test_a_family_has_its_own_sliders(shown: Chrome) -> None:
    choose(shown, "delayed")
    assert not at(shown, "list").is_displayed()
    assert text(shown, "command") == "recency analyze --return delayed --tau 1 --gamma 9/10"
    assert "on the cycle of 2 states (mode 1)" in text(shown, "verdict")
    assert "no" in (at(shown, "verdict").get_attribute("class") or "")
    type_in(shown, "given-tau", "2")
    assert "on the cycle of 3 states (mode 1)" in text(shown, "verdict")
    choose(shown, "sparse")
    choose(shown, "delayed")
    assert at(shown, "given-tau").get_attribute("value") == "2"
    for kind in [*FAMILIES, *SPECIAL, "weights", "nstep-weights"]:
        choose(shown, kind)
        assert text(shown, "problem") == ""
        assert kind in text(shown, "command")


@needs_browser
def test_a_bad_weight_is_said_where_it_is_and_nothing_is_shown_for_it(shown: Chrome) -> None:
    type_in(shown, "list", "1, 1/2, abc")
    assert text(shown, "problem").startswith("weight 2: 'abc' is not a number")
    assert at(shown, "problem").aria_role == "alert"
    assert at(shown, "list").get_attribute("aria-invalid") == "true"
    assert not at(shown, "shown").is_displayed()
    type_in(shown, "list", "1, 1/2, 1/4")
    assert text(shown, "problem") == ""
    assert at(shown, "list").get_attribute("aria-invalid") == "false"
    assert numbers(shown)["weak recency"] == "holds"
    type_in(shown, "given-gamma", "1")
    assert text(shown, "problem") == "gamma: expected 0 < gamma < 1, not '1'"
    assert at(shown, "given-gamma").get_attribute("aria-invalid") == "true"


@needs_browser
def test_an_address_opens_its_return(shown: Chrome, page: str) -> None:
    shown.get(f"{page}#return=inverted-u&lam=1/2&gamma=0.95")
    assert text(shown, "command") == "recency analyze --return inverted-u --lam 1/2 --gamma 0.95"
    shown.get(f"{page}#nstep-weights=-1/2,3/2&gamma=1/2")
    assert at(shown, "list").get_attribute("value") == "-1/2,3/2"
    assert text(shown, "command") == "recency analyze --nstep-weights -1/2,3/2 --gamma 1/2"
    shown.get(f"{page}#weights=<b>&gamma=1/2")
    assert text(shown, "problem").startswith("weight 0: '<b>' is not a number")
    assert shown.find_elements("css selector", "#return-form b") == []


@needs_browser
def test_a_certificate_is_accepted_and_a_forged_one_refused(shown: Chrome, tmp_path: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    genuine = example()
    assert json.loads(at(shown, "example-certificate").get_attribute("textContent") or "") == (
        json.loads(genuine)
    )
    at(shown, "example").send_keys(Keys.ENTER)
    accepted = f"Accepted: {check(genuine).sentence()}"
    assert text(shown, "checked") == accepted
    assert at(shown, "checked").get_attribute("class") == "yes"

    area = at(shown, "certificate")
    area.send_keys(Keys.END, " ")
    assert text(shown, "checked") == "", "nothing is said of another text"
    type_in(shown, "certificate", genuine.replace('"9/10"', '"8/10"'))
    at(shown, "check").send_keys(Keys.ENTER)
    assert text(shown, "checked").startswith("Refused, no certificate: the digest does not match")
    assert at(shown, "checked").get_attribute("class") == "no"

    (tmp_path / "mine.json").write_text(genuine)
    at(shown, "file").send_keys(str(tmp_path / "mine.json"))
    wait(shown, "document.getElementById('checked').className === 'yes'")
    assert text(shown, "checked") == accepted


@needs_browser
def test_a_file_that_is_dropped_is_checked_byte_by_byte(shown: Chrome) -> None:
    drop = """
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(arguments[0])], "mine.json"));
      const event = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
      document.getElementById("drop").dispatchEvent(event);
    """
    shown.execute_script(drop, list(example().encode()))
    wait(shown, "document.getElementById('checked').className === 'yes'")
    # a byte that is no UTF-8 looks like a sign that is
    damaged = (
        example().replace("recency", "rec\ufffdncy").encode().replace(b"\xef\xbf\xbd", b"\xff")
    )
    shown.execute_script(drop, list(damaged))
    wait(shown, "document.getElementById('checked').className === 'no'")
    assert "not JSON: 'no Unicode'" in text(shown, "checked")


@needs_browser
def test_a_certificate_that_does_not_prove_its_claim_is_told_from_none(shown: Chrome) -> None:
    from tests.numeric_checks.made_up_certificates import converges, sealed

    type_in(shown, "certificate", sealed(converges("9/10", [1], "1/9")))
    at(shown, "check").click()
    said = text(shown, "checked")
    assert said.startswith("Refused, it does not prove its claim: the square does not prove")


@needs_browser
def test_the_command_and_the_link_can_be_copied(shown: Chrome, page: str) -> None:
    from selenium.webdriver.common.keys import Keys

    wanted = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    shown.execute_cdp_cmd("Browser.grantPermissions", wanted)
    choose(shown, "td")
    pasted = "navigator.clipboard.readText().then(arguments[0], String)"
    for button, expected in (
        ("copy-command", "recency analyze --return td --gamma 9/10"),
        ("copy-link", f"{page}#return=td&gamma=9/10"),
    ):
        at(shown, button).send_keys(Keys.ENTER)
        wait(shown, "document.getElementById('copied').textContent !== ''")
        assert shown.execute_async_script(pasted) == expected
        shown.execute_script("document.getElementById('copied').textContent = ''")


@needs_browser
def test_everything_is_reached_by_keyboard_and_has_a_name(shown: Chrome) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    reached = []
    for _ in range(40):
        ActionChains(shown).send_keys(Keys.TAB).perform()
        focused = shown.switch_to.active_element
        if focused.tag_name == "body":
            break
        assert focused.accessible_name, focused.get_attribute("outerHTML")
        reached.append(focused.get_attribute("id") or "slider")
    sliders = ["weight-0", "weight-1", "weight-2", "given-gamma", "slider"]
    proof = ["copy-command", "copy-link"]
    checking = ["certificate", "check", "file", "example"]
    assert reached == ["kind", "list", *sliders, *proof, *checking]


@needs_browser
@pytest.mark.parametrize("dark", [False, True])
def test_it_fits_a_phone_in_both_schemes(page: str, dark: bool) -> None:
    with browser(dark=dark, width=360) as driver:
        driver.get(f"{page}#weights={','.join(['1/3'] * 40)}&gamma=9/10")
        wait(driver, "document.getElementById('command').textContent !== ''")
        at(driver, "example").click()
        assert driver.execute_script("return document.documentElement.scrollWidth") <= 360
        assert console(driver) == []
