#!/bin/sh
# Patroni runs this once on the first primary, with the address of its superuser. It detects a repository that cannot be
# written to before a backup is needed.
set -eu
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --set=password="$WARUNG_DATABASE_PASSWORD" --dbname="$1" <<'SQL'
create role warung login password :'password';
create database warung owner warung;
SQL
pgbackrest --stanza=warung stanza-create
