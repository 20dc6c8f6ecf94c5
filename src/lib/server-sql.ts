// What a connection without entities is asked: whether it still answers, and to pass a hint on.

export const pingSql = 'select 1'

/** $1 channel, $2 payload. */
export const notifySql = 'select pg_notify($1, $2)'
