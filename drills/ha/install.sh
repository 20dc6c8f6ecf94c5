#!/usr/bin/env bash
# Installs the programs that `npm run -w drills ha` runs, from Debian's packages, and Patroni from PyPI into .cache/:
# Debian 12 has 3.0.2, which lost acknowledged payments when a frozen primary resumed. Run it as root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

apt-get -qq update
apt-get -qq install -y --no-upgrade --no-install-recommends \
  etcd-server haproxy jq openssl pgbackrest postgresql python3-venv util-linux
[ -x .cache/patroni/bin/patroni ] || /usr/bin/python3 -m venv .cache/patroni
.cache/patroni/bin/pip install --quiet 'patroni[etcd3]==4.1.5' 'psycopg[binary]==3.3.9'
