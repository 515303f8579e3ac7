# Sourced by scripts/setup and scripts/test: schemathesis, which makes requests up from the descriptions of the interfaces and compares
# what a shop answers with them. What it may take for granted is in tests/schemathesis. Needs common.sh and shop.sh.
#
#   ensure_schemathesis                      installs it beside the other tools
#   described BINARY FOLDER NAME EXAMPLES    fills a shop in an empty folder and asks it by a description (back-office or store):
#                                            what the description suggests, and so many more requests per operation; for a shell
#                                            of its own

schemathesis_folder=$BOTTEGA_TOOLS/schemathesis
schemathesis_list=tests/schemathesis/requirements.txt
# Whom the shop of the requests belongs to.
schemathesis_login=titolare@bottega.example schemathesis_password=prova-bottega-2026

ensure_schemathesis() {
  local wanted
  wanted=$(sha256sum <"$schemathesis_list")
  if [ "$(cat "$schemathesis_folder/list" 2>/dev/null)" = "$wanted" ]; then return 0; fi
  rm -rf "$schemathesis_folder"
  python3 -c 'import ensurepip' 2>/dev/null || debian python3-venv || true
  if python3 -m venv "$schemathesis_folder" && "$schemathesis_folder/bin/pip" install --quiet --requirement "$schemathesis_list"; then
    echo "$wanted" >"$schemathesis_folder/list"
  else
    echo "schemathesis could not be installed: its step of scripts/test will fail" >&2
  fi
}

described() {
  local binary=$1 folder=$2 name=$3 examples=$4 session result=0
  trap stop_shop EXIT
  (
    cd "$folder"
    "$binary" import "$root/tests/support/fixture/products.csv"
    "$binary" apply "$root/tests/support/fixture/setup.json"
    SHOP_USER_PASSWORD=$schemathesis_password "$binary" user create --role admin --email "$schemathesis_login"
  ) >"$folder/filled.txt"
  "$binary" openapi "$name" >"$folder/$name.json"
  # It logs in once for each request about logging in; tests/api/platform/admin.rs asks the budget.
  SHOP_LOGIN_LIMIT=1000000 start_shop "$binary" "$folder"
  session=$(python3 tests/schemathesis/session.py "$shop_url" "$schemathesis_login" "$schemathesis_password")
  eval "$session"
  (
    cd tests/schemathesis
    export PYTHONDONTWRITEBYTECODE=1 HYPOTHESIS_STORAGE_DIRECTORY=$folder/hypothesis
    "$schemathesis_folder/bin/st" --config-file schemathesis.toml run "$folder/$name.json" --url "$shop_url" \
      --max-examples "$examples" --no-color
  ) || result=$?
  grep -h ' panicked at ' "$folder/shop.log" && result=1
  return "$result"
}
