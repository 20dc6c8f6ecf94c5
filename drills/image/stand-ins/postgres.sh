#!/bin/sh
# As root: creates the data folder, gives it to postgres, and switches to postgres.
set -eu
data=/var/lib/postgresql/18/docker
as_postgres="setpriv --reuid=postgres --regid=postgres --clear-groups"
chown postgres /run/postgresql
if [ ! -s "$data/PG_VERSION" ]; then
  mkdir -p "$data"
  chown -R postgres /var/lib/postgresql
  printf %s "$POSTGRES_PASSWORD" >/tmp/password
  chown postgres /tmp/password
  $as_postgres /usr/local/pgsql/bin/initdb -D "$data" -U "$POSTGRES_USER" --pwfile=/tmp/password \
    --auth-host=scram-sha-256 --auth-local=trust --encoding=UTF8 --locale=C >/dev/null
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  echo "create database \"$POSTGRES_DB\"" |
    $as_postgres /usr/local/pgsql/bin/postgres --single -D "$data" postgres >/dev/null
fi
exec $as_postgres /usr/local/pgsql/bin/postgres -D "$data" \
  -c listen_addresses='*' -c unix_socket_directories=/run/postgresql
