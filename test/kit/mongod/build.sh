#!/usr/bin/env bash
# Builds the MongoDB server of the tests into .cache/ and prints its path; a second run finds it there.
# It needs Go 1.24 or newer and the Go module proxy: about a minute on two cores, once a go.sum.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

sum=$( (cat go.sum main.go | sha256sum || cat go.sum main.go | shasum -a 256) 2>/dev/null | cut -c1-16)
binary="$(cd ../../.. && pwd)/.cache/mongod-$sum"
if [ ! -x "$binary" ]; then
  mkdir -p "$(dirname "$binary")"
  CGO_ENABLED=0 go build -mod=readonly -buildvcs=false \
  -tags ferretdb_no_sqlite -trimpath -ldflags='-s -w' -o "$binary.$$" .
  mv "$binary.$$" "$binary"
fi
echo "$binary"
