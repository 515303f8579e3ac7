"""Holds the maps of sentences to tests (tests/sentences) against the tests: each test that a line names is there.

A line is `SECTION | promise | tests`; tests are separated by `; `, see tests/sentences/README.md. Fails on a line that is none
and on a test that is not there; counts the sentences that no test holds.
"""

import functools
import re
import sys
from pathlib import Path

# Titles may hold the sign too.
BETWEEN = re.compile(r"; (?=(?:api|browser|golden|vectors|web)/|unit )")
FOLDERS = {"api": ["tests/api"], "browser": ["tests/browser"], "web": ["web/src", "web/tests"]}


@functools.cache
def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@functools.cache
def functions(folder: Path) -> set[str]:
    found: set[str] = set()
    for path in folder.rglob("*.rs"):
        found.update(re.findall(r"\bfn (\w+)", text(path)))
    return found


def is_there(root: Path, name: str) -> bool:
    if match := re.fullmatch(r"unit ([\w-]+) (\w+)", name):
        return match[2] in functions(root / "crates" / match[1])
    if re.fullmatch(r"(vectors|golden)/[\w./-]+", name):
        return (root / "tests" / name).exists()
    if match := re.fullmatch(r"api/([\w/-]+) (\w+)", name):
        path = root / "tests/api" / f"{match[1]}.rs"
        return path.exists() and re.search(rf"\bfn {match[2]}\b", text(path)) is not None
    if match := re.fullmatch(r'(web|browser)/([\w./-]+) "(.+)"', name):
        paths = (root / folder / match[2] for folder in FOLDERS[match[1]])
        return any(path.is_file() and match[3] in text(path) for path in paths)
    return False


def main() -> int:
    root = Path(__file__).resolve().parents[2]
    wrong = 0
    for path in sorted((root / "tests/sentences").glob("*.txt")):
        held = open_ones = reasons = 0
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            fields = line.split(" | ")
            if len(fields) != 3 or not all(fields):
                print(f"{path.name}:{number}: not `SECTION | promise | tests`")
                wrong += 1
            elif fields[2].startswith("- "):
                open_ones += 1
            elif fields[2].startswith("= "):
                reasons += 1
            else:
                held += 1
                for name in BETWEEN.split(fields[2]):
                    if not is_there(root, name):
                        print(f"{path.name}:{number}: there is no {name}")
                        wrong += 1
        print(f"{path.stem}: {held} sentences with their tests, {reasons} with a reason why not, {open_ones} open")
    return 1 if wrong else 0


sys.exit(main())
