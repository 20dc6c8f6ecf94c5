// Statements of connections that know no entities: a ping, and passing on a hint.

export const pingSql = 'select 1'

/** $1 channel, $2 payload. */
export const notifySql = 'select pg_notify($1, $2)'
