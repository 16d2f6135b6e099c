"""Writes the cases and the adapters of hosts that say hostile texts: prepare.py DIRECTORY SPECS started|refused."""
import json
import pathlib
import shutil
import sys

from host import HARD, REFUSALS, SAID, SOFT
from texts import GROUP, GROUPS, TEXTS, joined


def case(number, field):
    """A case whose program has a mark that tells the host what to say; its title is hostile as well."""
    return {
        "id": f"2.2.2.1-x{number}",
        "title": f"A handler gets {TEXTS[number % len(TEXTS)]}",
        "decides": ["propagation"],
        "functions": {"h": {}},
        "steps": [{"let": "p", "be": {"promise": "fulfilled", "with": "D"}}, {"then": "p", "ok": "h"}, {"mark": field}],
        "expect": [{"runs": "h", "times": 1, "with": "D"}],
    }


def main():
    directory, specs, kind = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    fields = ["none"]
    if kind == "started":
        fields += [f"{name}{text}" for name in SOFT for text in range(GROUP)] + [*HARD, *SAID]
    chapter = directory / "specs" / "aplus"
    chapter.mkdir(parents=True)
    shutil.copy(specs / "tables.json", chapter.parent)
    shutil.copy(specs / "aplus" / "requirements.json", chapter)
    cases = [case(number, field) for number, field in enumerate(fields)]
    text = {"format": "aplus-cases/1", "chapter": "aplus", "cases": cases}
    (chapter / "texts.json").write_text(json.dumps(text, indent=1))
    host = pathlib.Path(__file__).parent / "host.py"
    for number in range(GROUPS):
        for way in [None] if kind == "started" else [REFUSALS[number % len(REFUSALS)]]:
            folder = directory / "adapters" / f"{number}{way or ''}"
            folder.mkdir(parents=True)
            label = joined(number, 0)
            manifest = {
                "format": "aplus-adapter/1", "name": f"{label} {way or ''}", "language": label, "library": label,
                "command": ["python3", "-S", str(host), str(number)] + ([way] if way else []),
            }
            (folder / "adapter.json").write_text(json.dumps(manifest))
            if kind == "started":
                reason = " ".join(label.split())
                (folder / "expected-failures.txt").write_text(f"2.2.2.1-x1 value? # {reason}\n")
            print(f"./adapters/{folder.name}")


if __name__ == "__main__":
    main()
