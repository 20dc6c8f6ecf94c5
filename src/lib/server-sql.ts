import { statement } from './statement.ts'

// Statements for connections without entities: a ping, and forwarding a hint.

/** Returns the server's own time, by which leases are counted. */
export const pingSql = 'select clock_timestamp() as at'

export const notifySql = statement<{ channel: string }>("select pg_notify(:channel, '')")
