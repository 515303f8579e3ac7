#!/usr/bin/env python3
"""Replays recorded journeys against a shop and compares the steps that differ with differences.txt.

    check.py BASE_URL

Prints what is new and what no longer differs; exit status 1 if there is any.
"""
import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path(__file__).parent
STEP = re.compile(r'^(\S+) step (\d+):', re.M)


def listed():
    steps = {}
    for line in (FOLDER / 'differences.txt').read_text().splitlines():
        if line and not line.startswith('#'):
            what, reason = line.split('|')
            journey, numbers = what.split(':')
            steps.update({(journey, int(number)): reason.strip() for number in numbers.split()})
    return steps


def main(base):
    files = [str(file) for file in sorted((FOLDER / 'journeys').glob('*.json'))]
    run = subprocess.run([sys.executable, FOLDER / 'replay.py', base, *files], capture_output=True, text=True)
    summary = run.stdout.strip().splitlines()[-1:] or ['']
    if not re.fullmatch(r'\d+ passed, \d+ failed', summary[0]):
        sys.exit(f'the replay broke off:\n{run.stdout[-2000:]}{run.stderr[-2000:]}')
    found = {(journey, int(number)) for journey, number in STEP.findall(run.stdout)}
    known = listed()
    new, gone = sorted(found - set(known)), sorted(set(known) - found)
    if new:
        print(run.stdout)
    print(f'{len(files)} journeys: {summary[0]}; {len(found) - len(new)} of the differences are known')
    for journey, number in new:
        print(f'differs: {journey} step {number}')
    for journey, number in gone:
        print(f'no longer differs, take it out of differences.txt: {journey} step {number} ({known[journey, number]})')
    return 1 if new or gone else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
