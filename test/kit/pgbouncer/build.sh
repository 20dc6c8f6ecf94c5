#!/usr/bin/env bash
# Builds PgBouncer for the tests into .cache/ and prints its path; a second run finds it there. Debian 12 has 1.18,
# which does not pass prepared statements on, so this takes the sources of Debian 13 (1.24): a minute on two cores.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

binary="$PWD/.cache/pgbouncer"
if [ ! -x "$binary" ]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  apt-get -qq update && apt-get -qq install -y build-essential pkg-config libevent-dev libssl-dev >&2
  # The package source that this machine already uses.
  site=$(apt-get indextargets --format '$(SITE) $(CODENAME)' | awk '$2 == "bookworm" && !found++ { print $1 }')
  mkdir -p "$folder/lists/partial" .cache
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $site trixie main" >"$folder/sources.list"
  apt=(
    apt-get -qq -o "Dir::Etc::sourcelist=$folder/sources.list"
    -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$folder/lists"
  )
  (
    cd "$folder"
    "${apt[@]}" update
    "${apt[@]}" source --download-only pgbouncer
    mkdir sources
    tar -xzf pgbouncer_*.orig.tar.gz -C sources --strip-components=1
    cd sources
    ./configure --without-cares --without-systemd
    make -j2 pgbouncer
  ) >&2
  mv "$folder/sources/pgbouncer" "$binary"
fi
echo "$binary"
