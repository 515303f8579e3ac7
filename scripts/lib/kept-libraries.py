"""Keeps compiled libraries with the tools, so that another checkout, or this one after `cargo clean`, compiles its own crates alone.

    kept-libraries.py take FOLDER...             fills those of cargo's folders (target/debug) that are not there yet
    cargo build --message-format json | kept-libraries.py keep FOLDER...
                                                 keeps what this build took from the registry, unless it is kept already

They are in $BOTTEGA_TOOLS/libraries, one set for each name of a folder, the newest. Cargo itself judges what it finds by version, features,
profile and compiler, and compiles anew what does not fit. Only copies are made: cargo writes into its files.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TARGET = Path(os.environ.get("CARGO_TARGET_DIR") or Path(__file__).parents[2] / "target").resolve()
KEPT = Path(os.environ["BOTTEGA_TOOLS"]) / "libraries"


def set_of(folder: Path) -> Path:
    """The set that belongs to a folder below cargo's own."""
    return KEPT / str(folder.relative_to(TARGET)).replace("/", "-")


def copy(source: Path, goal: Path) -> None:
    """With its times, by which cargo tells what is older than what it was made of."""
    goal.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-aT", "--reflink=auto", source, goal], check=True)


def take(folder: Path) -> None:
    kept = set_of(folder)
    if kept.exists() and not (folder / ".fingerprint").exists():
        for part in kept.iterdir():
            if part.is_dir():
                copy(part, folder / part.name)


def names_of(folder: Path, messages: list[dict]) -> set[str]:
    """What each unit's files and folders end in: the hash that cargo gives it."""
    hashes = set()
    for message in messages:
        if not message.get("package_id", "").startswith("registry+"):
            continue
        if message["reason"] == "compiler-artifact":
            files = [Path(name) for name in message["filenames"]]
        elif message["reason"] == "build-script-executed":
            files = [Path(message["out_dir"])]
        else:
            continue
        for file in files:
            if folder / "build" in file.parents:
                hashes.add(file.parent.name.rsplit("-", 1)[1])
            elif folder / "deps" in file.parents:
                hashes.add(file.stem.rsplit("-", 1)[1])
    return hashes


def keep(folder: Path, messages: list[dict]) -> None:
    hashes = names_of(folder, messages)
    kept, listed = set_of(folder), "\n".join(sorted(hashes))
    if not hashes or ((kept / "list").exists() and (kept / "list").read_text() == listed):
        return
    KEPT.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(dir=KEPT))
    for part in ["deps", "build", ".fingerprint"]:
        entries = [one for one in (folder / part).iterdir() if one.name.split(".")[0].rsplit("-", 1)[-1] in hashes]
        for entry in entries:
            copy(entry, new / part / entry.name)
    (new / "list").write_text(listed)
    shutil.rmtree(kept, ignore_errors=True)
    new.rename(kept)


def main() -> None:
    verb, folders = sys.argv[1], [Path(name).resolve() for name in sys.argv[2:]]
    messages = [json.loads(line) for line in sys.stdin if line.startswith("{")] if verb == "keep" else []
    for folder in folders:
        try:
            if verb == "take":
                take(folder)
            else:
                keep(folder, messages)
        except (OSError, subprocess.CalledProcessError) as error:
            # A full disk costs time, not the build.
            print(f"libraries of {folder}: {error}", file=sys.stderr)


main()
