# Sourced by scripts/run and scripts/test: long tasks with their output in a log, and a line that says how far they are: on a terminal
# every ten seconds in place, in a log twice a minute. Needs common.sh.
#
#   task NAME LOG COMMAND...   runs a command with its output in a log, sets task_result; its state is shown until it ends. Not to be
#                              called under a condition (`||`, `if`): `set -e` would not hold within the command
#   show_progress              begins to show the state of tasks, in the background
#   clear_progress             makes room for another line
#   stop_progress              ends it
#   how_far LOG                "npm packages: web, 213 of 469": the last step and the last count that a log tells, or what the
#                              command has written to a file beside it, NAME.progress for NAME.log

running=$(mktemp -d)
progress_pid="" task_result=0

task() {
  local name=$1 log=$2
  shift 2
  mkdir -p "$(dirname "$log")"
  rm -f "${log%.log}.progress"
  echo "$log" >"$running/$name"
  set +e
  (
    set -e
    "$@"
  ) >"$log" 2>&1 </dev/null
  task_result=$?
  set -e
  rm -f "$running/$name"
}

# Counts as cargo ("] 213/469: serde"), test programs ("..... 88/1733") and runners of tests ("34/90" alone in a line) write them.
how_far() {
  cat "${1%.log}.progress" 2>/dev/null ||
    tail -c 30000 "$1" 2>/dev/null | tr '\r' '\n' | awk '
    /^==> / { step = substr($0, 5); count = "" }
    /\] [0-9]+\/[0-9]+/ || /^[.a-zA-Z]+ [0-9]+\/[0-9]+$/ || /^[0-9]+\/[0-9]+$/ {
      match($0, /[0-9]+\/[0-9]+/)
      count = substr($0, RSTART, RLENGTH)
      sub("/", " of ", count)
    }
    END { print step (step != "" && count != "" ? ", " : "") count }'
}

progress_line() {
  local file line="" state
  for file in "$running"/*; do
    [ -f "$file" ] || continue
    state=$(how_far "$(cat "$file")")
    line+="${line:+; }$(basename "$file")${state:+: $state}"
  done
  [ -z "$line" ] || printf '%4d s  %s' $((($(now) - $1) / 1000)) "$line"
}

show_progress() {
  local start every=30
  start=$(now)
  [ ! -t 1 ] || every=10
  # The pause must not hold the output open, which a reader of it would wait for.
  while sleep "$every" >/dev/null 2>&1; do
    line=$(progress_line "$start")
    if [ -t 1 ]; then
      clear_progress
      printf '%s' "${line:0:$(($(tput cols 2>/dev/null || echo 80) - 1))}"
    elif [ -n "$line" ]; then
      printf '%s\n' "$line"
    fi
  done &
  progress_pid=$!
}

clear_progress() { [ ! -t 1 ] || printf '\r\033[K'; }

stop_progress() {
  [ -z "$progress_pid" ] || kill "$progress_pid" 2>/dev/null || true
  progress_pid=""
  clear_progress
  rm -rf "$running"
}
