import { noConnectionMessage } from '../lib/silence.ts'

// This includes rows that stay locked, repeated deadlocks, and a server that became a read-only standby.
const awayCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|57P0[1-5]|57014|08\w{3}|53\w{3}|55P03|40001|40P01|25006)$/
const awayMessages = new RegExp(
  `^(${[
    'Connection terminated',
    noConnectionMessage,
    'Client has encountered a connection error',
    'Client was closed',
  ].join('|')})`,
)

/**
 * Returns whether the error says that PostgreSQL cannot be reached, is starting, stopping, or too busy to answer in
 * time.
 */
export function isDatabaseUnreachable(code: unknown, message: unknown): boolean {
  return awayCodes.test(String(code)) || awayMessages.test(String(message))
}
