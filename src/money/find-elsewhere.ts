import type { Tx } from '../database/transaction.ts'
import { statement } from '../lib/statement.ts'
import { lockAmountSql } from './lock-amount-sql.ts'
import { isSamePayer, namesOtherPayer } from './payer-names.ts'
import { Sighting, statementPackage } from './sighting.ts'
import { Transfer } from './transfer.ts'

interface Source {
  connectionId: number
  accountId: number
  receivingAccountId: number
}

/** Money that is about to be judged. */
interface Arriving {
  reference: string
  amount: number
  occurredAt: Date | null
  payerName: string | null
  isUnproved?: boolean | undefined
}

/** A transfer that another connection of the merchant stored; `isSure` is false if only a person can decide. */
export interface TransferElsewhere {
  transfer: Transfer
  isSure: boolean
}

/** A merchant's other receiving accounts, and their recent transfers. */
export interface ElsewhereTransfers {
  transfers: Transfer[]
  /** The transfers that a phone reported first. */
  phoned: ReadonlySet<number>
  /** The transfers that the current account has also reported; a merged report adds its transfer. */
  reported: Set<number>
}

const sameMomentMs = 120_000
const lateMs = 86_400_000
/** Only this many recent transfers are searched, because a merchant has thousands. */
const recentMax = 500

/**
 * Finds money of these amounts that reached the merchant by other connections within a day; null for a merchant with
 * one receiving account. Concurrent reports of two connections about one amount wait for one another.
 */
export async function findElsewhere(
  tx: Tx,
  { connectionId, accountId, receivingAccountId: own }: Source,
  transfers: readonly Arriving[],
  now: Date,
): Promise<ElsewhereTransfers | null> {
  if (transfers.length === 0) return null
  const siblings = await findSiblings(tx, { connectionId, accountId, own })
  if (siblings.length === 0) return null
  const amounts = [...new Set(transfers.map(({ amount }) => amount))].sort((one, other) => one - other)
  for (const amount of amounts) await tx.query(lockAmountSql, { account: `money of ${accountId}`, amount })
  const ofAccount = { filters: { caller: false } }
  const [oldest] = await tx.em.find(
    Transfer,
    { account: accountId },
    { ...ofAccount, fields: ['id'], orderBy: { id: 'desc' }, offset: recentMax, limit: 1 },
  )
  const candidates = await tx.em.find(
    Transfer,
    {
      account: accountId,
      ...(oldest && { id: { $gt: oldest.id } }),
      receivingAccount: siblings,
      amount: amounts,
      receivedAt: { $gte: new Date(now.getTime() - lateMs) },
    },
    { ...ofAccount, refresh: true, orderBy: { id: 'asc' } },
  )
  if (candidates.length === 0) return null
  const ids = candidates.map(({ id }) => id)
  const sightings = await tx.em.find(Sighting, { transfer: ids, splitAt: null, packageName: { $ne: statementPackage } })
  return {
    transfers: candidates,
    phoned: new Set(sightings.filter(({ mergedBy }) => mergedBy === null).map(({ transfer }) => transfer.id)),
    reported: new Set(
      sightings.filter(({ receivingAccount }) => receivingAccount.id === own).map(({ transfer }) => transfer.id),
    ),
  }
}

/** Finds the merchant's other receiving accounts in the mode of a connection. */
async function findSiblings(tx: Tx, of: { connectionId: number; accountId: number; own: number }): Promise<number[]> {
  return (await tx.query(siblingsSql, of)).map(({ id }) => id)
}

// Every page of money runs this.
const siblingsSql = statement<{ connectionId: number; accountId: number; own: number }, { id: number }>(`
  select distinct other.receiving_account_id as id from connection own
  join connection other on other.account_id = own.account_id and other.mode = own.mode
  where own.id = :connectionId and own.account_id = :accountId and other.receiving_account_id <> :own
    and (other.removed_at is null or other.id = own.id)`)

/**
 * Finds the transfer that a phone and a provider both reported over two connections. It is certain with the same
 * reference, or with the same payer within two minutes. Within two minutes without a payer, or with the same payer
 * within a day, a person has to decide. Two payers have sent two transfers.
 */
export function findSameElsewhere(
  elsewhere: ElsewhereTransfers,
  transfer: Arriving,
  { isPhone, invoiceId, now }: { isPhone: boolean; invoiceId: string | null; now: Date },
): TransferElsewhere | null {
  const { reference, occurredAt, payerName, isUnproved } = transfer
  const moment = (occurredAt ?? now).getTime()
  const candidates = elsewhere.transfers
    .filter(each => each.amount === transfer.amount && elsewhere.phoned.has(each.id) !== isPhone)
    // No source reports a transfer twice, and a proved report is never merged into an unproved one.
    .filter(each => !elsewhere.reported.has(each.id) && !(each.isUnproved && !isUnproved))
    .filter(each => !namesOtherPayer(payerName, each.payerName))
    .map(transfer => ({ transfer, apartMs: Math.abs(transfer.arrivedAt().getTime() - moment) }))
    .sort((one, other) => one.apartMs - other.apartMs)
  for (const { transfer, apartMs } of candidates) {
    const isOfPayer = isSamePayer(payerName, transfer.payerName)
    const isNear = apartMs <= sameMomentMs
    if (transfer.reference !== reference && !isNear && !(isOfPayer && apartMs <= lateMs)) continue
    // A provider proves which payment its money is for: merging must not take it away from that one.
    const isOfOne = isPhone || invoiceId === null || transfer.payment?.invoiceId === invoiceId
    const isSame = transfer.reference === reference || (isOfPayer && isNear)
    return { transfer, isSure: isSame && isOfOne && transfer.state === 'settled' }
  }
  return null
}
