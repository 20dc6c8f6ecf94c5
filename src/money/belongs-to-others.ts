import { Connection } from '../connections/connection.ts'
import type { Tx } from '../database/transaction.ts'

interface SeenHolder {
  /** The account whose payment held the amount; null if no payment held it. */
  holderId: number | null
}

/**
 * Returns for each of these transfers whether another merchant has to store it. Several merchants may have proved that
 * one wallet is theirs, and each of them reads it. A payment's money is stored by the reader of its own account, and
 * other money by the merchant with an active connection; otherwise a merchant who disabled a wallet would withhold it
 * from its current user.
 */
export async function belongsToOthers(
  { em }: Tx,
  source: { accountId: number; receivingAccountId: number },
  holders: SeenHolder[],
): Promise<boolean[]> {
  const isOwn = ({ holderId }: SeenHolder) => holderId === source.accountId
  if (holders.every(isOwn)) return holders.map(() => false)
  const others = await em.find(Connection, {
    receivingAccount: source.receivingAccountId,
    account: { $ne: source.accountId },
    removedAt: null,
  })
  const readers = new Set(others.map(({ account }) => account.id))
  const isInUseElsewhere = others.some(({ isActive }) => isActive)
  return holders.map(one => !isOwn(one) && (isInUseElsewhere || (one.holderId !== null && readers.has(one.holderId))))
}
