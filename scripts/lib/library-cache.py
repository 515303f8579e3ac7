"""Caches compiled libraries of the registry, so that another checkout, or this one after `cargo clean`, compiles only its own crates.

    library-cache.py restore FOLDER...     copies the cached libraries into cargo's folders (target/debug) that hold nothing yet
    cargo build --message-format json | library-cache.py save FOLDER...
                                           caches the registry's libraries of this build, unless they are cached already

The cache is $BOTTEGA_TOOLS/libraries, with the newest set for each folder name. Cargo's fingerprints decide what can be reused (version,
features, profile, compiler); everything else is recompiled. Files are copied, not linked, because cargo writes into them.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TARGET = Path(os.environ.get("CARGO_TARGET_DIR") or Path(__file__).parents[2] / "target").resolve()
CACHE = Path(os.environ["BOTTEGA_TOOLS"]) / "libraries"


def cached_set(folder: Path) -> Path:
    """Path of the cached set for a folder below cargo's target folder."""
    return CACHE / str(folder.relative_to(TARGET)).replace("/", "-")


def copy(source: Path, destination: Path) -> None:
    """Copies with timestamps: cargo rebuilds whatever is older than its dependencies."""
    destination.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-aT", "--reflink=auto", source, destination], check=True)


def restore(folder: Path) -> None:
    cached = cached_set(folder)
    if cached.exists() and not (folder / ".fingerprint").exists():
        for part in cached.iterdir():
            if part.is_dir():
                copy(part, folder / part.name)


def unit_hashes(folder: Path, messages: list[dict]) -> set[str]:
    """Hashes of the registry's build units; the names of their files and folders end in them."""
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


def save(folder: Path, messages: list[dict]) -> None:
    hashes = unit_hashes(folder, messages)
    cached, listing = cached_set(folder), "\n".join(sorted(hashes))
    if not hashes or ((cached / "list").exists() and (cached / "list").read_text() == listing):
        return
    CACHE.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(dir=CACHE))
    try:
        for part in ["deps", "build", ".fingerprint"]:
            for entry in (folder / part).iterdir():
                if entry.name.split(".")[0].rsplit("-", 1)[-1] in hashes:
                    copy(entry, new / part / entry.name)
        (new / "list").write_text(listing)
        shutil.rmtree(cached, ignore_errors=True)
        new.rename(cached)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def main() -> None:
    command, folders = sys.argv[1], [Path(name).resolve() for name in sys.argv[2:]]
    messages = [json.loads(line) for line in sys.stdin if line.startswith("{")] if command == "save" else []
    for folder in folders:
        try:
            if command == "restore":
                restore(folder)
            else:
                save(folder, messages)
        except (OSError, subprocess.CalledProcessError) as error:
            # Without the cache, for example on a full disk, a build takes longer but does not fail.
            print(f"library cache of {folder}: {error}", file=sys.stderr)


main()
