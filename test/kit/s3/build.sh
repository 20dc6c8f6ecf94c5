#!/usr/bin/env bash
# Builds the S3 server of the tests (versitygw, which serves a folder) into .cache/ and prints its path; a second run
# finds it there. It needs Go 1.24 or newer and the Go module proxy: two minutes on two cores.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

version=1.8.0
binary="$PWD/.cache/versitygw-$version"
if [ ! -x "$binary" ]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  GOBIN="$folder" CGO_ENABLED=0 go install -trimpath -ldflags='-s -w' \
  "github.com/versity/versitygw/cmd/versitygw@v$version" >&2
  mkdir -p .cache
  mv "$folder/versitygw" "$binary"
fi
echo "$binary"
