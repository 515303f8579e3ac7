# Sourced by scripts/test: a throw-away PostgreSQL cluster on a socket, without port and without durability. Needs common.sh.
#
#   start_postgres    sets postgres_url, an address that may create databases, and postgres_bin, the folder of its programs
#   new_database NAME makes a database and prints its address
#   stop_postgres     ends it and removes its files

postgres_url="" postgres_folder=""

# The database refuses to run as root, so root hands over to the package's own user.
as_postgres() {
  if [ "$(id -u)" = 0 ]; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi
}

start_postgres() {
  postgres_bin=$(find /usr/lib/postgresql -path '*/bin/initdb' 2>/dev/null | sort -V | tail -n1 | xargs -r dirname)
  [ -n "$postgres_bin" ] || fail "PostgreSQL is missing: run scripts/setup --tests"
  # In memory a database is copied in 60 ms, on a disk in 370 ms, and each test has its own.
  postgres_folder=$(fast_folder)
  [ "$(id -u)" != 0 ] || chown postgres "$postgres_folder"
  as_postgres "$postgres_bin/initdb" -D "$postgres_folder/data" -U shop -A trust -E UTF8 --locale=C --no-sync >/dev/null
  as_postgres "$postgres_bin/pg_ctl" -D "$postgres_folder/data" -w -l "$postgres_folder/log" start >/dev/null \
    -o "-k $postgres_folder -c listen_addresses='' -c max_connections=300 \
        -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
  postgres_url="postgres://shop@localhost/postgres?host=$postgres_folder"
}

new_database() {
  as_postgres "$postgres_bin/createdb" -h "$postgres_folder" -U shop "$1"
  echo "postgres://shop@localhost/$1?host=$postgres_folder"
}

stop_postgres() {
  [ -n "$postgres_folder" ] || return 0
  as_postgres "$postgres_bin/pg_ctl" -D "$postgres_folder/data" -m immediate -w stop >/dev/null || true
  rm -rf "$postgres_folder"
  postgres_folder=""
}
