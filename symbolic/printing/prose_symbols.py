"""How symbols, and characters that LaTeX does not take as they are, are written in LaTeX."""

from __future__ import annotations

GREEK = {
    "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\varepsilon",
    "ϵ": r"\epsilon", "ζ": r"\zeta", "η": r"\eta", "θ": r"\theta", "ι": r"\iota",
    "κ": r"\kappa", "λ": r"\lambda", "μ": r"\mu", "µ": r"\mu", "ν": r"\nu", "ξ": r"\xi",
    "π": r"\pi", "ρ": r"\rho", "σ": r"\sigma", "τ": r"\tau", "υ": r"\upsilon", "φ": r"\phi",
    "ϕ": r"\phi", "χ": r"\chi", "ψ": r"\psi", "ω": r"\omega", "Γ": r"\Gamma", "Δ": r"\Delta",
    "Θ": r"\Theta", "Λ": r"\Lambda", "Ξ": r"\Xi", "Π": r"\Pi", "Φ": r"\Phi", "Ψ": r"\Psi",
    "Ω": r"\Omega",
}  # fmt: skip
#: what is set upright before its argument, and whether the argument needs no brackets
FUNCTIONS = {
    "cos": (r"\cos", True), "sin": (r"\sin", True), "exp": (r"\exp", True), "log": (r"\log", True),
    "max": (r"\max", False), "min": (r"\min", False), "sup": (r"\sup", False),
    "inf": (r"\inf", False), "lim": (r"\lim", False), "det": (r"\det", False),
    "floor": (r"\lfloor", False), "ceil": (r"\lceil", False), "Re": (r"\operatorname{Re}", True),
    "Var": (r"\operatorname{Var}", False), "Cov": (r"\operatorname{Cov}", False),
}  # fmt: skip
SUMS = {"Σ": r"\sum", "∑": r"\sum", "sum": r"\sum", "∏": r"\prod", "∫": r"\int"}

RELATIONS = {
    "=": "=", "<": "<", ">": ">", "≤": r"\leq", "<=": r"\leq", "≥": r"\geq", ">=": r"\geq",
    "≠": r"\neq", "!=": r"\neq", "→": r"\to", "->": r"\to", "⇒": r"\Rightarrow",
    "=>": r"\Rightarrow", "⇔": r"\Leftrightarrow", "<=>": r"\Leftrightarrow",
    "↔": r"\leftrightarrow", "≈": r"\approx", "∼": r"\sim", "≡": r"\equiv", "∈": r"\in",
    "∉": r"\notin", "⊂": r"\subset", "⊃": r"\supset", "⊆": r"\subseteq", "⊢": r"\vdash",
}  # fmt: skip
ATOMS = {
    "∞": r"\infty", "...": r"\ldots", "…": r"\ldots", "∅": r"\emptyset", "ℝ": r"\mathbb{R}",
    "ℚ": r"\mathbb{Q}", "ℂ": r"\mathbb{C}", "ℕ": r"\mathbb{N}", "ℤ": r"\mathbb{Z}",
}  # fmt: skip
SIGNS = {"+": "+", "-": "-", "−": "-", "±": r"\pm"}
OPERATORS = {"·": r"\cdot", "⋅": r"\cdot", "*": r"\cdot", "×": r"\times", "/": "/"}
BARS = {"⌊": ("⌋", r"\lfloor {} \rfloor"), "⌈": ("⌉", r"\lceil {} \rceil"),
        "‖": ("‖", r"\lVert {} \rVert"), "|": ("|", r"\lvert {} \rvert")}  # fmt: skip
BRACKETS = {"(": ")", "[": "]", "{": "}"}
PRIMES = frozenset({"'", "’", "′"})
#: marks that are symbols even where they belong to no formula
SYMBOLS = RELATIONS | ATOMS | OPERATORS | GREEK | SUMS | {
    "|": "|", "‖": r"\|", "−": "-", "±": r"\pm", "⌊": r"\lfloor", "⌋": r"\rfloor",
    "⌈": r"\lceil", "⌉": r"\rceil", "√": r"\surd", "∂": r"\partial", "∇": r"\nabla",
    "∀": r"\forall", "∃": r"\exists", "¬": r"\neg", "∧": r"\wedge", "∨": r"\vee",
    "∩": r"\cap", "∪": r"\cup", "∘": r"\circ", "°": r"{}^{\circ}", "′": r"{}'",
    "⟨": r"\langle", "⟩": r"\rangle", "←": r"\leftarrow", "∝": r"\propto",
    "⊥": r"\perp", "⊤": r"\top", "□": r"\Box",
}  # fmt: skip

#: characters of text
SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "`": r"\textasciigrave{}", "\N{NO-BREAK SPACE}": "~",
    "–": "--", "—": "---", "“": "``", "”": "''", "‘": "`", "’": "'", "…": r"\dots{}",
    "§": r"\S{}", "©": r"\copyright{}", "ß": r"\ss{}", "æ": r"\ae{}", "Æ": r"\AE{}",
    "œ": r"\oe{}", "Œ": r"\OE{}", "ø": r"\o{}", "Ø": r"\O{}", "ł": r"\l{}", "Ł": r"\L{}",
    "ı": r"\i{}",
}  # fmt: skip
ACCENTS = {
    "\N{COMBINING GRAVE ACCENT}": "`", "\N{COMBINING ACUTE ACCENT}": "'",
    "\N{COMBINING CIRCUMFLEX ACCENT}": "^", "\N{COMBINING TILDE}": "~",
    "\N{COMBINING MACRON}": "=", "\N{COMBINING BREVE}": "u", "\N{COMBINING DOT ABOVE}": ".",
    "\N{COMBINING DIAERESIS}": '"', "\N{COMBINING RING ABOVE}": "r", "\N{COMBINING CARON}": "v",
    "\N{COMBINING DOUBLE ACUTE ACCENT}": "H", "\N{COMBINING CEDILLA}": "c",
}  # fmt: skip
