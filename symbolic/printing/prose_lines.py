"""A line of English with symbols in it, and what the words say about the symbols beside them."""

from __future__ import annotations

from symbolic.printing.prose_tokens import Token, tokens

__all__ = ["Line"]

#: before these words the letter a is not an article
NOT_NOUNS = {
    "and", "are", "as", "at", "be", "by", "can", "else", "for", "from", "has", "have", "if", "in",
    "is", "it", "may", "of", "on", "or", "so", "that", "then", "to", "was", "when", "where",
    "which", "while", "will", "with",
}  # fmt: skip
#: words after which a letter is the name of a place
PLACES = {"appendix", "equation", "figure", "proposition", "section", "table"}
#: letters that are words when they stand alone: the pronoun, and what an inverted U looks like
LETTERS = {"I", "U"}
QUOTES = {'"', "'", "`", "‘", "“"}
NOTHING = Token("end", "", "")


class Line:
    """The tokens of a line; beyond both ends there is nothing."""

    def __init__(self, text: str) -> None:
        self._tokens = tokens(text)

    def __len__(self) -> int:
        return len(self._tokens)

    def __getitem__(self, at: int) -> Token:
        return self._tokens[at] if 0 <= at < len(self._tokens) else NOTHING

    def texts(self, at: int, count: int) -> list[str]:
        """What the tokens from this one on say."""
        return [self[k].text for k in range(at, at + count)]

    def attached(self, at: int) -> bool:
        """Is there no space before this token?"""
        return at > 0 and not self[at].gap

    def even(self, at: int) -> bool:
        """Is there space on both sides of this token, or on neither?"""
        return bool(self[at].gap) == bool(self[at + 1].gap)

    def is_label(self, at: int) -> bool:
        """Is this the number of an equation, (1)?"""
        return self.texts(at, 3)[::2] == ["(", ")"] and self[at + 1].kind == "number"

    def is_hyphen(self, at: int) -> bool:
        """Does this token attach a word to what stands before it?"""
        word = self[at + 1]
        return self[at].text == "-" and word.kind == "word" and not (self[at].gap or word.gap)

    def is_article(self, at: int, within: str = "") -> bool:
        """Is this letter the article a?  ``within`` brackets it is not, unless before a noun."""
        if self[at].text not in {"a", "A"}:
            return False
        after = self[at + 1]
        if not after.gap:
            return self.is_hyphen(at + 1)
        if after.text in QUOTES or after.kind == "end":
            return True
        if after.kind in {"word", "function"} or after.text == "sum":
            return after.text not in NOT_NOUNS or self[at + 2].text == "-"
        return not within and after.kind in {"letter", "number"}

    def is_quoted(self, at: int) -> bool:
        """Is there an opening quotation mark before this token?"""
        return self[at - 1].text in QUOTES and self.attached(at)

    def is_word(self, at: int) -> bool:
        """Is this token, alone, a word: I, Appendix A, the tau of "for-any-tau"?"""
        token = self[at]
        if token.kind == "letter" and (
            token.text in LETTERS or self[at - 1].text.lower() in PLACES
        ):
            return True
        hyphen = self[at - 1].text == "-" and self.attached(at) and self.attached(at - 1)
        return token.text.isascii() and hyphen and self[at - 2].kind == "word"

    def is_aside(self, at: int) -> bool:
        """Does a bracket open here that belongs to the word before it, as in TD(0)?"""
        name = self[at - 1].kind in {"word", "function"}
        return self[at].text in {"(", "["} and self.attached(at) and name
