r"""A text without its markup, so that what is left of a grid is digits with decoration.

Digits of other scripts and widths become those of ASCII, tags of HTML and commands of LaTeX that
only lay out become spaces or line ends, and quotes, colours and comments at the ends of lines go.
What says more than how a grid looks, such as a struck out digit, stays, and ends its grid.

>>> plain("> ５ ３ 4  # row 1"), plain(r"\textbf{5} & 3 \\ \hline"), plain("<td>5</td><td>3</td>")
(' 5 3 4 ', ' {5} & 3 \\\\  ', ' 5  3 ')
"""

from __future__ import annotations

import re
import unicodedata

_UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f\u20e3\u00ad"
"""Marks that change how others look, such as the frame of a key around a digit."""

# None begins with a repetition, and those within are bounded: each takes time in proportion to the
# length of a text.
_OTHER = re.compile(r"[^\x00-\x7f]")
_COLOUR = re.compile(r"\x1b\[[0-9;]{0,20}m")
_NEW_LINE = re.compile(
    r"</?(?:tr|table|thead|tbody|tfoot|p|div|li|ol|ul|pre|br|hr)\b[^<>]{0,200}>"
    r"|\\(?:begin|end)\{[a-z]{1,20}\*?\}(?:\{[|clr :!]{1,80}\}"
    r"|\{(?:\|?\*\{[0-9]\}\{[|clr]{1,12}\}\|?){1,3}\})?",
    re.IGNORECASE,
)
_LAYOUT = re.compile(
    r"</?(?:td|th|span|b|strong|i|em|u|font|code|center|small|mark)\b[^<>]{0,200}>"
    r"|&(?:nbsp|emsp|ensp|thinsp|#160|#xa0);"
    r"|\\(?:hline|toprule|midrule|bottomrule|cline\{[0-9-]{1,9}\}|(?:text|math)(?:bf|rm|tt|sf|it)"
    r"|boldsymbol|bm|boxed|fbox|displaystyle|(?:text)?color\{[A-Za-z0-9!]{1,20}\}"
    r"|q?quad(?![a-z])|(?<!\\\\)[,;:! ])",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"^[ \t]{0,3}(?:>[ \t]{0,3}){1,5}", re.MULTILINE)
_COMMENT = re.compile(r"[ \t](?:#|//|%|<!--|←|<-)[^\n]{0,200}$", re.MULTILINE)


def plain(text: str) -> str:
    """Return a text without markup."""
    if not text.isascii():
        text = _OTHER.sub(_in_ascii, text)
    text = _COLOUR.sub("", text)
    if "<" in text or "\\" in text or "&" in text:
        text = _LAYOUT.sub(" ", _NEW_LINE.sub("\n", text))
    return _COMMENT.sub("", _QUOTED.sub(" ", text))


def _in_ascii(match: re.Match[str]) -> str:
    """Return what a character only looks different from; a superscript is another thing."""
    one = match[0]
    if one in _UNSEEN:
        return ""
    if "\uff01" <= one <= "\uff5e":  # in the width of a Chinese character
        return chr(ord(one) - 0xFF01 + ord("!"))
    digit = unicodedata.decimal(one, None)
    return one if digit is None else str(digit)
