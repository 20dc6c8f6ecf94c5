import { Connection } from '../connections/connection.ts'
import type { Tx } from '../database/transaction.ts'

interface Seen {
  /** The account whose payment held the amount; null if no payment held it. */
  holderId: number | null
}

/**
 * Which of these transfers are for another merchant to store: several may have proved that one wallet is theirs, and
 * each of them reads it. Money of a payment is stored by the reader of its own account, and money of no payment by the
 * one who is switched on; else who switched a wallet off would keep it from who uses it now. Returns one answer for
 * each.
 */
export async function leaveToOthers(
  { em }: Tx,
  source: { accountId: number; receivingAccountId: number },
  seen: Seen[],
): Promise<boolean[]> {
  const isOwn = ({ holderId }: Seen) => holderId === source.accountId
  if (seen.every(isOwn)) return seen.map(() => false)
  const others = await em.find(Connection, {
    receivingAccount: source.receivingAccountId,
    account: { $ne: source.accountId },
    removedAt: null,
  })
  const readers = new Set(others.map(({ account }) => account.id))
  const isInUseElsewhere = others.some(({ isActive }) => isActive)
  return seen.map(one => !isOwn(one) && (isInUseElsewhere || (one.holderId !== null && readers.has(one.holderId))))
}
