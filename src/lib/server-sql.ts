// Statements of connections that know no entities: a ping, and passing on a hint.

/** Answered with the server's own time, by which leases are counted. */
export const pingSql = 'select clock_timestamp() as at'

/** $1 channel, $2 payload. */
export const notifySql = 'select pg_notify($1, $2)'
