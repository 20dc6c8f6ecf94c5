import type { AccountScope } from '../database/scope.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Connection, type StoredFailure } from './connection.ts'
import { type Phone, Reading } from './reading.ts'

export interface FoundConnection {
  connection: Connection
  /** The account that receives its money, such as a wallet's number or a merchant id. */
  receivingAccount: string
  /** The moment before which all transfers are stored. */
  watermark: Date | null
  /** When its phone or provider last sent something verified; null if it never has. */
  reportedAt: Date | null
  /** The phone with the shop's own app; null without one. */
  phone: Phone | null
  /** Why it does not work or could not be read last time; null if it works. */
  lastFailure: StoredFailure | null
}

/** Returns one connection of an account and how far its money was read. Refuses `not_found`. */
export async function findConnection(
  app: Needs<'em'>,
  scope: Required<AccountScope>,
  connectionId: number,
): Promise<FoundConnection> {
  const connection = await app
    .em(scope)
    .findOne(Connection, { id: connectionId, removedAt: null }, { populate: ['receivingAccount'] })
  if (!connection) throw notFound('connection')
  const reading = await app.em('shared').findOne(Reading, { connection: connectionId })
  return {
    connection,
    receivingAccount: connection.receivingAccount.externalId,
    watermark: reading?.watermark ?? null,
    reportedAt: reading?.reportedAt ?? null,
    phone: reading?.phone ?? null,
    lastFailure: connection.failure() ?? reading?.failure() ?? null,
  }
}
