#!/bin/sh
set -eu
data=/data/db/postgres
as_mongodb="setpriv --reuid=mongodb --regid=mongodb --clear-groups"
chown mongodb /data/db
if [ ! -s "$data/PG_VERSION" ]; then
  $as_mongodb /usr/local/pgsql/bin/initdb -D "$data" -U mongodb --auth=trust --encoding=UTF8 --locale=C >/dev/null
fi
$as_mongodb /usr/local/pgsql/bin/pg_ctl -D "$data" -w -o '-p 5433 -c unix_socket_directories=/tmp' start >/dev/null
# The server stops when its standard input ends.
tail -f /dev/null | $as_mongodb /usr/local/bin/mongod 0.0.0.0:27017 'postgres://mongodb@127.0.0.1:5433/postgres'
