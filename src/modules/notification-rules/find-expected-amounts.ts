import type { EntityManager } from '@mikro-orm/postgresql'
import type { Connection } from '../../connections/connection.ts'
import { Hold } from '../../payments/hold.ts'

/** Returns the amounts for which payments were waiting at a moment, on the account of this connection. */
export async function findExpectedAmounts(
  em: EntityManager,
  connection: Connection,
  amounts: readonly number[],
  moment: Date,
): Promise<number[]> {
  const holds = await findHoldsAt(em, connection, amounts, moment)
  return [...new Set(holds.map(({ finalAmount }) => finalAmount))]
}

/** Returns the payments that held these amounts at a moment. */
export function findHoldsAt(
  em: EntityManager,
  connection: Connection,
  amounts: readonly number[],
  moment: Date,
): Promise<Hold[]> {
  return findHoldsWithin(em, connection, amounts, { first: moment, last: moment })
}

/** Returns the payments that held these amounts at any moment of a period. */
export async function findHoldsWithin(
  em: EntityManager,
  { receivingAccount }: Connection,
  amounts: readonly number[],
  { first, last }: { first: Date; last: Date },
): Promise<Hold[]> {
  if (amounts.length === 0) return []
  return em.find(Hold, {
    receivingAccount: receivingAccount.id,
    finalAmount: [...amounts],
    heldFrom: { $lte: last },
    heldUntil: { $gte: first },
  })
}
