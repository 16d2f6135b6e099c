"""Reads the reports of a run back, by readers that are not the project's own, and says where a text is more than text.

    check.py DIRECTORY started|refused

DIRECTORY holds the reports, and `output` and `error`, what the command wrote to its streams.
"""
import html.parser
import json
import pathlib
import re
import sys
import unicodedata
import xml.etree.ElementTree

from texts import TEXTS

FOUND = []
# Invisible although they are neither controls nor formats.
INVISIBLE = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {chr(c) for c in range(0xFE00, 0xFE10)}
INVISIBLE |= {chr(c) for c in range(0xE0000, 0xE1000)}


def find(name, words, text=""):
    FOUND.append(f"{name}: {words}: {text[:200]!a}")


def log(name, text, own=None):
    """What a build server, a terminal or an eye could take a text for."""
    for line in re.split("[\n\r]", text):
        rest = line.lstrip()
        if rest.startswith("::") and not (own and own.match(line)):
            find(name, "a command of GitHub", line)
        for mark in re.findall(r"##(?:\[|[a-zA-Z])", line):
            find(name, "a command after ##", line[max(0, line.find(mark) - 30):])
    for place, character in enumerate(text):
        category = unicodedata.category(character)
        if character == "\n" or character == "\t" and name == "error":
            continue
        if category in ("Cc", "Cf", "Zl", "Zp", "Cs", "Co") or character in INVISIBLE:
            find(name, f"U+{ord(character):04X}", text[max(0, place - 30):place + 10])
            break


class Page(html.parser.HTMLParser):
    """Holds a page against what pages of the project have: no script, picture or link of anybody else."""

    TAGS = set("""html head meta link title style body header main section article nav footer h1 h2 h3 h4 h5 p ul ol li dl dt dd
        table caption thead tbody tr th td pre code b i em strong small span div a details summary input label button select
        option svg g rect line text polyline circle path script br form fieldset legend abbr figure figcaption tspan
        polygon desc output colgroup col kbd mark time noscript""".split())
    VOID = {"meta", "link", "input", "br", "col"}

    def __init__(self, name):
        super().__init__()
        self.name, self.open, self.ids, self.scripts, self.text = name, [], set(), 0, []

    def handle_starttag(self, tag, attributes):
        if tag not in self.TAGS:
            find(self.name, "an element", tag)
        self.scripts += tag == "script"
        if tag not in self.VOID:
            self.open.append(tag)
        for key, value in attributes:
            if key.startswith("on") or key in ("src", "srcdoc", "action", "formaction"):
                find(self.name, "an attribute", f"{key}={value}")
            if key == "href" and not re.match(r"#|data:,$|[\w./-]+(#[\w.+-]+)?$|https://promisesaplus\.com", value or ""):
                find(self.name, "a link", value or "")
            if key == "id" and value in self.ids:
                find(self.name, "an id twice", value)
            if key == "id":
                self.ids.add(value)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            find(self.name, "an end of no element", tag)

    def handle_comment(self, data):
        find(self.name, "a comment", data)

    def handle_data(self, data):
        if not (self.open and self.open[-1] in ("script", "style")):
            self.text.append(data)


def page(name, text, scripts):
    reader = Page(name)
    reader.feed(text)
    reader.close()
    if reader.open or reader.scripts != scripts:
        find(name, f"{reader.scripts} scripts, left open: {reader.open}")
    return "".join(reader.text)


def junit(name, text):
    root = xml.etree.ElementTree.fromstring(text)
    names = {element.tag for element in root.iter()}
    known = "testsuites testsuite properties property testcase failure error skipped system-out system-err".split()
    if not names <= set(known):
        find(name, "an element", str(names))
    cases = root.findall(".//testcase")
    if int(root.get("tests")) != len(cases):
        find(name, f"{len(cases)} test cases, said to be {root.get('tests')}")
    return "".join(value for element in root.iter() for value in [element.text or "", *element.attrib.values()])


def document(name, text):
    def members(pairs):
        if len(dict(pairs)) != len(pairs):
            find(name, "a member twice", str(pairs))
        return dict(pairs)
    return json.loads(text, object_pairs_hook=members)


def strings(value):
    """The texts that a host may have said, all but titles of cases."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, member in value.items():
            yield key
            if key != "title":
                yield from strings(member)
    elif isinstance(value, list):
        for element in value:
            yield from strings(element)


def tap(name, text, is_refused):
    lines = text.splitlines()
    plan = re.fullmatch(r"1\.\.(\d+)|1\.\.(0) # SKIP no case", lines[1])
    if lines[0] != "TAP version 13" or not plan:
        return find(name, "a plan", lines[1])
    planned = int(plan[1] or plan[2])
    point, inside, bails = 0, False, 0
    for line in lines[2:]:
        if inside:
            inside = line != "  ..."
            member = re.fullmatch(r'  (?:\w+: |  - )(".*")|  \w+:', line)
            if inside and not (member and isinstance(json.loads(member[1] or '""'), str)):
                find(name, "a member", line)
        elif line == "  ---":
            inside = True
        elif line.startswith("Bail out!"):
            bails += 1
        else:
            match = re.fullmatch(r"(?:not )?ok (\d+) - (.*)", line)
            point += 1
            if not match or int(match[1]) != point:
                find(name, "a line", line)
                continue
            marks = re.findall(r"(?<!\\)(?:\\\\)*#\s*(\w*)", match[2])
            if len(marks) > 1 or marks and marks[0] not in ("SKIP", "TODO"):
                find(name, "a directive", line)
    if point != planned or is_refused not in (None, bool(bails)) or bails > 1 or inside:
        find(name, f"{point} points of {planned}, {bails} times given up")


def markdown(name, text):
    """Tables keep their width, blocks of code their end, and only the report's own markup is left outside of code."""
    fence, width, prose = None, None, []
    for line in text.splitlines():
        mark = re.match(r" *(`{3,})", line)
        if fence:
            if line.strip() == fence:
                fence = None
            continue
        if mark:
            fence = mark[1]
            continue
        if re.fullmatch(r'<!-- aplus-matrix/1 \[[^>]*\] -->', line):
            continue
        if line.startswith("|"):
            bars = len(re.findall(r"(?<!\\)(?:\\\\)*\|", line))
            if width not in (None, bars):
                find(name, f"{bars} bars instead of {width}", line)
            width = bars
        else:
            width = None
        # In a table, a bar is escaped in code too.
        plain = re.sub(r"(?<![\\`])(`+)(?!`)(.*?)(?<!`)\1(?!`)", "", line)
        plain = re.sub(r"\\[\\`*_\[\]<>|~&#!./]", "", plain)
        plain = plain.replace("<!-- -->", "")
        plain = re.sub(r'</?(?:details|summary|b|br|sub|sup|small|code|i)>|<a id="[^"<>]*">|</a>|<details open>', "", plain)
        if "<" in plain.replace("&lt;", ""):
            find(name, "markup", line)
        for link in re.findall(r"\]\(([^)]*)\)", plain):
            if not re.match(r"#|[\w./-]+(#.*)?$|https://promisesaplus\.com|board\.svg", link):
                find(name, "a link", line)
        prose.append(plain)
    if fence:
        find(name, "a block of code without end")


def said(name, values, minimum):
    """Each text is in the report: a test in which none arrives could not fail."""
    whole = "\n".join(values)
    for number, text in enumerate(TEXTS):
        count = whole.count(text)
        if count < minimum:
            find(name, f"text {number} is there {count} times", text)


OWN = re.compile(r"::(error|warning) [^:]*title=[^:]*::.")


def texts(outputs):
    """The faults of what a command wrote to its streams, by their names."""
    FOUND.clear()
    for name, text in outputs.items():
        log(name, text, OWN if name == "github" else None)
    return list(FOUND)


def reports(directory, is_refused=None):
    """The faults of the reports in a directory; without knowing whether the adapter was refused, of their form alone."""
    FOUND.clear()
    for path in sorted(directory.rglob("*")):
        if not path.is_file():
            continue
        name = path.relative_to(directory).as_posix()
        text = path.read_bytes().decode()
        if not text and name not in ("output", "error") and is_refused is not None:
            find(name, "nothing")
        log(name, text.replace("\t", "") if path.suffix in (".svg", ".xml") else text, OWN if name == "github" else None)
        if name == "run.xml":
            junit(name, text)
        elif path.suffix == ".svg":
            tags = {element.tag.split("}")[-1] for element in xml.etree.ElementTree.fromstring(text).iter()}
            if tags & {"script", "a", "image", "foreignObject"}:
                find(name, "an element", str(tags))
        elif path.suffix == ".html":
            page(name, text, 1 if name == "page.html" else text.count("<script>"))
        elif path.suffix == ".json":
            values = list(strings(document(name, text)))
            if name == "run.json" and is_refused is False:
                said(name, values, 8)
        elif path.suffix == ".jsonl":
            values = [value for line in text.splitlines() for value in strings(document(name, line))]
            if name == "run.jsonl" and is_refused is False:
                said(name, values, 8)
        elif path.suffix == ".tap":
            tap(name, text, is_refused)
        elif path.suffix == ".md":
            markdown(name, text)
        elif name == "github":
            for line in text.splitlines():
                if not OWN.match(line):
                    find(name, "a line that is no annotation", line)
    return list(FOUND)


def main():
    found = reports(pathlib.Path(sys.argv[1]), sys.argv[2] == "refused")
    print("\n".join(found[:40]))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
