"""Texts that a log, a terminal, a browser or a reader of reports could take for more than text."""

TEXTS = [
    # Commands of GitHub's runner, also after blanks, and of its older form, which Azure has too.
    "::error::no", "  ::set-env name=PATH::/x", "::add-mask::x", "\t::stop-commands::x",
    "\u00a0::group::x", "::save-state name=x::y", "::notice file=a,line=1::x", "::set-output name=x::y",
    "::add-path::/x", "::debug::x", "::add-matcher::x.json", "::echo::on",
    "a##[error]b", "###[group]x", "##[command]x", "##[section]x",
    # Azure, TeamCity, GitLab.
    "##vso[task.setvariable]x", "a##vso[build.addbuildtag]x", "##teamcity[testFailed name='x']",
    "##teamcity[buildStop]", "\x1b[0Ksection_start:1:x\r\x1b[0K", "section_end:1:x\r\x1b[0K",
    # Terminals: escapes, one of them of one byte, titles, links, a bell, a line written anew.
    "\x1b[31mred\x1b[2J", "\x9b31m\x85\x90x\x9c", "\x1b]0;x\x07", "\x1b]8;;http://x\x1b\\x", "a\rb\x08\x7f",
    # What turns or hides text.
    "a\u202eb\u2066c", "a\u200bb\u2060\ufeff", "a\u2028b\u2029c", "\u200e\u200f\u061c\u00ad",
    "\U000e0041\ufe0f\u3164\u2800",
    # Markup.
    "a`<script>alert(1)</script>`b", "</script><img src=x onerror=y>", "\"' onload='x'", "]]><x a=\"", "&lt;&#27;&x;",
    "--><b>x</b><!--", "</td></table>", "</title></style>",
    # Lines and tables of Markdown, TAP and JSON Lines.
    "```\n# x\n```", "|a|b|\n|-|-|", "[x](javascript:y)![z](//z)", "</details>", "x # TODO y # SKIP z",
    "x\nok 1 - y\nBail out! z", "x\n1..0\n---\n...", "\"}\n{\"run\":1}\\",
    # Texts that are hard to cut.
    "\u0000\ufffe\uffff", "\U0001f4a5e" + "\u0301" * 20,
]

# How many texts an adapter says; a field of its hello holds as many.
GROUP = 5


def group(number):
    """The texts of an adapter."""
    return TEXTS[number * GROUP:(number + 1) * GROUP]


GROUPS = -(-len(TEXTS) // GROUP)


def joined(number, first):
    """The texts of an adapter in one, from one of them on, each at the start of a line or after a blank."""
    texts = group(number)
    first %= len(texts)
    return ("\n" if first % 2 else " ").join(texts[first:] + texts[:first])
