import { statement } from './statement.ts'

// Statements of connections without entities: a ping, and forwarding a hint.

/** Answered with the server's own time, by which leases are counted. */
export const pingSql = 'select clock_timestamp() as at'

export const notifySql = statement<{ channel: string }>("select pg_notify(:channel, '')")
