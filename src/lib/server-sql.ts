import { statement } from './statement.ts'

// Statements of connections that know no entities: a ping, and passing on a hint.

/** Answered with the server's own time, by which leases are counted. */
export const pingSql = 'select clock_timestamp() as at'

export const notifySql = statement<{ channel: string }>("select pg_notify(:channel, '')")
