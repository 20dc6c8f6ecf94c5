import { LockMode } from '@mikro-orm/core'
import { Account } from '../../accounts/account.ts'
import { Connection } from '../../connections/connection.ts'
import { Reading } from '../../connections/reading.ts'
import type { UnreadNotification } from '../../connectors/unread-notification.ts'
import type { Tx } from '../../database/transaction.ts'
import { announceFacts } from '../../events/announce.ts'
import type { Needs } from '../../needs.ts'
import { listAdditions } from '../../slots.ts'
import type { TransferSource } from '../settle-together.ts'
import { foldUnread, readOtherAppNames } from './fold-unread.ts'
import { hashReference } from './hash-reference.ts'
import { type UnreadContent, UnreadRow, unreadContext } from './unread-row.ts'

export type StoreUnreadNeeds = Needs<'transaction' | 'now' | 'seal' | 'reactions' | 'connectors' | 'slots'>
export type UnreadSource = Pick<TransferSource, 'connectionId' | 'accountId'>

declare module '../../slots.ts' {
  interface Slots {
    /** Handles notifications that were stored with their text, in the transaction that stores them. */
    takeUnread(app: StoreUnreadNeeds, tx: Tx, source: UnreadSource, stored: StoredUnread[]): Promise<void>
  }
}

/** An unreadable notification, and the row with its text. */
export interface StoredUnread {
  unreadId: number
  notification: UnreadNotification
}

/** A phone that forwards more than this within an hour forwards notifications that are not about money. */
const perHourMax = 200
const hourMs = 3_600_000
/** A flood that lasts for days counts as one. */
const floodEndsAfterMs = 24 * hourMs
const packageMax = 200

/**
 * Stores unreadable notifications of a phone, each once, whatever retries come. Beyond 200 within an hour the texts are
 * omitted, of which the merchant is notified once. Of rows without text and amount the newest of an app and day are
 * stored, and the number of the others.
 */
export async function storeUnread(
  app: StoreUnreadNeeds,
  source: UnreadSource,
  unread: UnreadNotification[],
): Promise<void> {
  if (unread.length === 0) return
  await app.transaction({ accountId: source.accountId, mode: 'both' }, async tx => {
    // Pushes of one phone wait here for one another, because concurrent counts would exceed the limit.
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, filters: { caller: false } }
    await tx.em.findOneOrFail(Reading, { connection: source.connectionId }, lock)
    const fresh = await leaveOutStored(app, tx, source, unread)
    if (fresh.length === 0) return
    const left = Math.max(0, perHourMax - (await countOfHour(app, tx, source)))
    const chosen = fresh.filter(({ one }) => one.isChosen)
    const overLimit = new Set(chosen.slice(left))
    const isNewFlood = overLimit.size > 0 && (await isFirstOfFlood(app, tx, source))
    const others = fresh.flatMap(({ one }) => (one.isChosen ? [] : [packageOf(one)]))
    const nameOf = others.length > 0 ? await readOtherAppNames(app, tx, source.connectionId, others) : packageAsItIs
    const rows = fresh.map(each => toUnreadRow(app, source, { ...each, isOverLimit: overLimit.has(each), nameOf }))
    await tx.em.insertMany(UnreadRow, rows)
    const stored = await findStored(tx, source, fresh)
    if (stored.length > 0) for (const take of listAdditions(app, 'takeUnread')) await take(app, tx, source, stored)
    await foldUnread(
      app,
      tx,
      rows.filter(row => !row.isChosen || row.isOverLimit).map(row => ({ ...row, connectionId: source.connectionId })),
    )
    if (isNewFlood) await announceFlood(app, tx, source)
  })
}

interface Fresh {
  one: UnreadNotification
  referenceHash: string
}

async function leaveOutStored(
  app: StoreUnreadNeeds,
  tx: Tx,
  { connectionId }: UnreadSource,
  unread: UnreadNotification[],
): Promise<Fresh[]> {
  // The key may have been rotated between a push and its retry.
  const hashesOf = ({ reference }: UnreadNotification) => hashReference(app, reference, 'recent')
  const referenceHash = unread.flatMap(hashesOf)
  const stored = await tx.em.find(UnreadRow, { connection: connectionId, referenceHash })
  const knownHashes = new Set(stored.map(row => row.referenceHash))
  return unread.flatMap(one => {
    const hashes = hashesOf(one)
    if (hashes.some(hash => knownHashes.has(hash))) return []
    knownHashes.add(hashes[0])
    return [{ one, referenceHash: hashes[0] }]
  })
}

/** Returns those that were stored with their text, in the order of the push. */
async function findStored(tx: Tx, { connectionId }: UnreadSource, fresh: Fresh[]): Promise<StoredUnread[]> {
  const referenceHash = fresh.map(each => each.referenceHash)
  const where = { connection: connectionId, referenceHash, sealedContent: { $ne: null } }
  const rows = await tx.em.find(UnreadRow, where, { fields: ['referenceHash'] })
  const ids = new Map(rows.map(row => [row.referenceHash, row.id]))
  return fresh.flatMap(({ one, referenceHash }) => {
    const unreadId = ids.get(referenceHash)
    return unreadId === undefined ? [] : [{ unreadId, notification: one }]
  })
}

function countOfHour(app: StoreUnreadNeeds, tx: Tx, { connectionId }: UnreadSource): Promise<number> {
  const receivedAt = { $gt: new Date(app.now().getTime() - hourMs) }
  return tx.em.count(UnreadRow, { connection: connectionId, isChosen: true, isOverLimit: false, receivedAt })
}

async function isFirstOfFlood(app: StoreUnreadNeeds, tx: Tx, { connectionId }: UnreadSource): Promise<boolean> {
  const receivedAt = { $gt: new Date(app.now().getTime() - floodEndsAfterMs) }
  return (await tx.em.count(UnreadRow, { connection: connectionId, isOverLimit: true, receivedAt })) === 0
}

const packageOf = ({ packageName }: UnreadNotification) => packageName.slice(0, packageMax)
const packageAsItIs = (name: string) => name

function toUnreadRow(
  app: StoreUnreadNeeds,
  { accountId, connectionId }: UnreadSource,
  { one, referenceHash, isOverLimit, nameOf }: Fresh & { isOverLimit: boolean; nameOf: (name: string) => string },
) {
  const { isChosen, title, text, isWithheld, amount, occurredAt, reason, again } = one
  const packageName = packageOf(one)
  const content: UnreadContent = { title, text, ...(again === undefined ? {} : { again }) }
  const hasWords = isChosen && !isOverLimit && (title !== '' || text !== '')
  const context = unreadContext({ connection: { id: connectionId }, referenceHash })
  return {
    account: accountId,
    connection: connectionId,
    referenceHash,
    packageName: isChosen ? packageName : nameOf(packageName),
    isChosen,
    sealedContent: hasWords ? app.seal.seal(JSON.stringify(content), context) : null,
    isWithheld,
    isOverLimit,
    amount: isChosen ? amount : null,
    reason,
    occurredAt: isChosen ? occurredAt : null,
    receivedAt: app.now(),
  }
}

async function announceFlood(app: StoreUnreadNeeds, tx: Tx, { connectionId, accountId }: UnreadSource): Promise<void> {
  const { connector, label, mode } = await tx.em.findOneOrFail(Connection, connectionId)
  const { displayName } = await tx.em.findOneOrFail(Account, accountId, { filters: { caller: false } })
  const createdAt = app.now()
  await announceFacts(app, tx, [
    {
      accountId,
      type: 'connection.unread_flood',
      subject: `connection ${connectionId} ${createdAt.toISOString()}`,
      payload: { connectionId, connector, label, accountName: displayName, mode, perHour: perHourMax },
      createdAt,
    },
  ])
}
