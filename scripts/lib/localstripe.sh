# Sourced by scripts/setup and scripts/test: localstripe, a payment provider that others wrote, against which the adapter's contract
# is tested. Needs common.sh.
#
#   ensure_localstripe   installs it beside the other tools
#   start_localstripe    sets localstripe_url, or leaves it empty and says why
#   stop_localstripe     ends it

localstripe_version=1.15.10
localstripe_folder=$BOTTEGA_TOOLS/localstripe
localstripe_url="" localstripe_pid="" localstripe_log=""

# Without it the contract is asked of the sandbox alone, which the tests say; everything else goes on.
ensure_localstripe() {
  if [ "$(cat "$localstripe_folder/version" 2>/dev/null)" = "$localstripe_version" ]; then return 0; fi
  rm -rf "$localstripe_folder"
  python3 -c 'import ensurepip' 2>/dev/null || debian python3-venv || true
  if python3 -m venv "$localstripe_folder" && "$localstripe_folder/bin/pip" install --quiet "localstripe==$localstripe_version"; then
    echo "$localstripe_version" >"$localstripe_folder/version"
  else
    echo "localstripe could not be installed: the payment contract is asked of the sandbox alone" >&2
  fi
}

start_localstripe() {
  local port
  [ -f "$localstripe_folder/version" ] || { echo "no localstripe here: run scripts/setup --tests"; return 0; }
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  localstripe_log=$(mktemp)
  "$localstripe_folder/bin/localstripe" --from-scratch --port "$port" >"$localstripe_log" 2>&1 &
  localstripe_pid=$!
  for _ in $(seq 100); do
    if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
      localstripe_url="http://127.0.0.1:$port"
      return 0
    fi
    kill -0 "$localstripe_pid" 2>/dev/null || break
    sleep 0.1
  done
  cat "$localstripe_log"
  fail "localstripe did not start"
}

stop_localstripe() {
  [ -n "$localstripe_pid" ] || return 0
  kill "$localstripe_pid" 2>/dev/null || true
  wait "$localstripe_pid" 2>/dev/null || true
  rm -f "$localstripe_log"
  localstripe_pid="" localstripe_url=""
}
