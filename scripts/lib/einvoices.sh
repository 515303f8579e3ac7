# Sourced by scripts/setup and scripts/test: software of others that checks electronic invoices (tests/einvoices/check.py). Of the
# package that carries the revenue agency's schemas nothing else is used, so what it depends on is not installed. Needs common.sh.
#
#   ensure_einvoice_check      installs it beside the other tools

einvoice_check_folder=$BOTTEGA_TOOLS/einvoice-check
einvoice_check_list=tests/einvoices/requirements.txt

ensure_einvoice_check() {
  local wanted
  wanted=$(sha256sum <"$einvoice_check_list")
  if [ "$(cat "$einvoice_check_folder/list" 2>/dev/null)" = "$wanted" ]; then return 0; fi
  rm -rf "$einvoice_check_folder"
  python3 -c 'import ensurepip' 2>/dev/null || debian python3-venv || true
  if python3 -m venv "$einvoice_check_folder" &&
    "$einvoice_check_folder/bin/pip" install --quiet --no-deps --requirement "$einvoice_check_list"; then
    echo "$wanted" >"$einvoice_check_folder/list"
  else
    echo "the check of electronic invoices could not be installed: its step of scripts/test will fail" >&2
  fi
}
