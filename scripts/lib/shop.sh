# Sourced by scripts/test, scripts/bench and scripts/lighthouse: a shop of its own in a folder of its own. Needs common.sh.
#
#   start_shop BINARY FOLDER [OPTION...]   serves on a free port; sets shop_url, shop_figures and shop_pid; log in FOLDER/shop.log
#   stop_shop                              ends it, as a service manager would

shop_url="" shop_figures="" shop_pid="" shop_output=""

start_shop() {
  local binary=$1 folder=$2 line
  shift 2
  exec {shop_output}< <(cd "$folder" && SHOP_ORDER_LIMIT=0 SHOP_NEW_CART_LIMIT=0 SHOP_CONNECTIONS_PER_ADDRESS=0 SHOP_SANDBOX_LISTEN=127.0.0.1:0 SHOP_METRICS_LISTEN=127.0.0.1:0 exec "$binary" serve --listen 127.0.0.1:0 "$@" 2>"$folder/shop.log")
  shop_pid=$! shop_url=""
  # The line comes when the shop answers, so nothing is guessed about how long a start takes.
  while IFS= read -r -t 120 -u "$shop_output" line; do
    case $line in
      *"listening on http"*) shop_url=${line##* } ;;
      "figures:"*http*) shop_figures=${line##* } ;;
      "payments:"*) break ;;
    esac
  done
  if [ -z "$shop_url" ]; then
    tail -n 20 "$folder/shop.log" >&2
    stop_shop
    return 1
  fi
  cat <&"$shop_output" >>"$folder/shop.out" &
}

stop_shop() {
  [ -n "$shop_pid" ] || return 0
  kill -TERM "$shop_pid" 2>/dev/null || true
  tail --pid="$shop_pid" -s 0.05 -f /dev/null # waits for a process that is no child
  exec {shop_output}<&-
  shop_pid=""
}
