#!/bin/sh
# Runs on the machine that keeps backups, as postgres:
#   back-up.sh          makes the backup that is due: a full one every week, an incremental one every day and after
#                       each failover
#   back-up.sh full     makes a full backup now; `incr`: an incremental one
#   back-up.sh fresh    fails if the last backup is older than a day and two hours
set -eu
stanza=warung
day=86400

newest() {
  pgbackrest --stanza=$stanza --output=json info |
    jq "[.[0].backup[] | select(.error | not) | select($1) | .timestamp.stop] | max // 0"
}

# The archive of a primary that died may permanently lack its last segment. A backup of the new primary closes that gap.
has_failed_over() {
  pgbackrest --stanza=$stanza --output=json info |
    jq --exit-status '.[0] | .archive[-1].max[:8] != .backup[-1].archive.stop[:8]' >/dev/null
}

is_older() {
  [ $(($(date +%s) - $1)) -gt "$2" ]
}

back_up() {
  pgbackrest --stanza=$stanza --type="$1" backup
}

case "${1:-due}" in
  full | incr) back_up "$1" ;;
  due)
    if is_older "$(newest '.type == "full"')" $((7 * day)); then
      back_up full
      pgbackrest --stanza=$stanza verify
    elif is_older "$(newest true)" $day || has_failed_over; then
      back_up incr
    fi
    # Fails if the primary's log does not arrive in the archive.
    pgbackrest --stanza=$stanza check
    ;;
  fresh) ! is_older "$(newest true)" $((day + 7200)) ;;
  *) echo 'back-up.sh [full | incr | fresh]' >&2; exit 2 ;;
esac
