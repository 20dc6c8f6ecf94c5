import { createHash, randomUUID } from 'node:crypto'
import type { Loaded } from '@mikro-orm/core'
import type { IncomingTransfer } from '../connectors/connector.ts'
import type { SeenNotification } from '../connectors/seen-notification.ts'
import type { Window } from '../connectors/window.ts'
import type { Tx } from '../database/transaction.ts'
import { findHolders } from '../payments/hold.ts'
import { findSameTransfer, type WitnessReport } from './find-same-transfer.ts'
import { lockAmountSql } from './lock-amount-sql.ts'
import { type MergeRule, Sighting } from './sighting.ts'
import { Transfer } from './transfer.ts'

/** The connection of the phone. */
export interface PhoneSource {
  connectionId: number
  accountId: number
  receivingAccountId: number
  window: Window
}

/** A transfer reported by a notification, with what was recognised about it. */
export interface RecognisedTransfer extends IncomingTransfer {
  /** The transfer that it may be a repetition of. */
  repeatsId?: number
  /** Its reference, unless another device has also sent that. */
  identity?: string
}

/**
 * Distinguishes notifications of new money from stored ones and from second sightings of the same transfer. Returns how
 * to judge each one; null for one that changes nothing. Second sightings are stored here.
 */
export async function recogniseNotifications(
  tx: Tx,
  source: PhoneSource,
  transfers: IncomingTransfer[],
  now: Date,
): Promise<Map<IncomingTransfer, RecognisedTransfer | null>> {
  const recognised = new Map<IncomingTransfer, RecognisedTransfer | null>(
    transfers.map(transfer => [transfer, transfer]),
  )
  const reports = transfers.filter((transfer): transfer is WitnessReport => transfer.notification !== undefined)
  const account = `sightings ${source.receivingAccountId}`
  for (const amount of [...new Set(reports.map(transfer => transfer.amount))].sort((one, other) => one - other)) {
    await tx.query(lockAmountSql, { account, amount })
  }
  for (const transfer of reports) recognised.set(transfer, await recogniseNotification(tx, source, transfer, now))
  return recognised
}

/** Stores the notifications by which transfers were first reported, under the ids of these by reference. */
export async function storeSightings(
  tx: Tx,
  source: PhoneSource,
  { recognised, ids }: { recognised: Map<IncomingTransfer, RecognisedTransfer | null>; ids: Map<string, number> },
  now: Date,
): Promise<void> {
  const rows = [...recognised].flatMap(([original, transfer]) => {
    const id = transfer && ids.get(transfer.reference)
    if (!transfer?.notification || id === undefined || id === null) return []
    const identity = transfer.identity ?? original.reference
    const row = makeSightingRow(source, { ...transfer, notification: transfer.notification, reference: identity }, now)
    return [{ ...row, account: source.accountId, reference: transfer.reference, transfer: id, mergedBy: null }]
  })
  if (rows.length > 0) await tx.em.insertMany(Sighting, rows)
}

async function recogniseNotification(
  tx: Tx,
  source: PhoneSource,
  sent: WitnessReport,
  now: Date,
): Promise<RecognisedTransfer | null> {
  const identity = await identifyNotification(tx, source, sent)
  const report = { ...sent, reference: identity }
  const { reference } = report
  const stored = await tx.em.findOne(Transfer, { receivingAccount: source.receivingAccountId, reference })
  const sightings = await findSightings(tx, source, report, now)
  if (isKnown(report, stored, sightings)) return null
  const before = stored ?? (await findMerged(tx, source, report, sightings))
  const own = before ? makeSuffixedReference(report) : reference
  const firsts = sightings.filter(
    first => first.mergedBy === null && isOfThisDay(first, now) && !mayProve(report, first),
  )
  const again = await findShownAgain(tx, source, { seen: report, firsts }, now)
  if (again?.isSame) return mergeNotification(tx, source, { seen: report, own, into: again.into, mergedBy: 'key' }, now)
  const earlier = again?.into ?? before
  // The text or the id was seen before: only a person can decide whether the money was too.
  if (earlier) return { ...report, identity, reference: own, isUnproved: true, repeatsId: earlier.id }
  const other = await findSameTransfer(tx, source, report, now)
  if (!other) return { ...report, identity }
  if (!other.isSure) return { ...report, identity, isUnproved: true, repeatsId: other.transfer.id }
  return mergeNotification(tx, source, { seen: report, own, into: other.transfer, mergedBy: 'pair' }, now)
}

/**
 * Returns the identity of a notification. Two devices may number their notifications alike, or report the same text.
 */
async function identifyNotification(
  tx: Tx,
  { receivingAccountId: receivingAccount }: PhoneSource,
  { reference, amount, notification: { device } }: WitnessReport,
): Promise<string> {
  if (device === null) return reference
  const first = await tx.em.findOne(Sighting, { receivingAccount, reference })
  if (!first || first.device === null || first.device === device) return reference
  const own = await tx.em.count(Sighting, { receivingAccount, amount, identity: reference, device })
  return own > 0 ? reference : `${reference}@${device}`
}

type First = Loaded<Sighting, 'transfer'>

/**
 * Finds earlier sightings of the amount that may identify this one, and first sightings of this day that it may be
 * merged with; latest first. All sightings with this text, or of this day, may be too many to read.
 */
async function findSightings(tx: Tx, source: PhoneSource, report: WitnessReport, now: Date): Promise<First[]> {
  const { reference: identity, amount, notification } = report
  const { isIdentified, signedTime, nonce, keyAndWords, device } = notification
  const ofThisDay = { seenAt: { $gte: new Date(now.getTime() - dayMs) }, mergedBy: null }
  const $or = [
    ...(isIdentified ? [{ identity }] : []),
    ...(!isIdentified && signedTime !== null ? [{ identity, signedTime }] : []),
    ...(!isIdentified && nonce !== null ? [{ identity, nonce }] : []),
    // Two devices may number their notifications alike.
    ...(keyAndWords === null ? [] : [{ ...ofThisDay, keyAndWords, device }]),
  ]
  if ($or.length === 0) return []
  return tx.em.find(
    Sighting,
    { receivingAccount: source.receivingAccountId, amount, $or },
    { populate: ['transfer'], orderBy: { id: 'desc' } },
  )
}

/** Returns the transfer into which a second sighting with this text, or this id, was merged. */
async function findMerged(
  tx: Tx,
  { receivingAccountId: receivingAccount }: PhoneSource,
  { reference, amount, notification }: WitnessReport,
  sightings: First[],
): Promise<Transfer | null> {
  const sameIdentity = notification.isIdentified ? sightings.find(({ identity }) => identity === reference) : undefined
  // An id may come with another amount; without one, the amount is part of the text.
  const same = notification.isIdentified ? { reference } : { identity: reference, amount }
  const latest = { populate: ['transfer'], orderBy: { id: 'desc' } } as const
  const merged = sameIdentity ?? (await tx.em.findOne(Sighting, { receivingAccount, ...same }, latest))
  return merged?.transfer ?? null
}

/** Returns a reference for a transfer whose own one is taken. */
function makeSuffixedReference({ reference, amount, notification }: WitnessReport): string {
  return notification.isIdentified ? `${reference}#${amount}` : `${reference}:${hashProof(notification)}`
}

const dayMs = 86_400_000

const isOfThisDay = ({ seenAt }: First, now: Date) => +now - +seenAt <= dayMs

/** Returns whether this notification was stored before: by its id or time, or else by its request. */
function isKnown(
  { reference, amount, notification }: WitnessReport,
  stored: Transfer | null,
  sightings: First[],
): boolean {
  const same = sightings.filter(({ identity }) => identity === reference)
  const { isIdentified, signedTime, nonce } = notification
  // A transfer of an earlier version has no sighting.
  if (isIdentified) return same.length > 0 || stored?.amount === amount
  const isOf = (own: string | null, other: string | null) => own !== null && own === other
  return same.some(each => isOf(signedTime, each.signedTime) || isOf(nonce, each.nonce))
}

interface Comparing {
  seen: WitnessReport
  /** The first sightings of this amount within a day, latest first. */
  firsts: First[]
}

/**
 * Returns the transfer that the same notification of the phone reported, with equal Android key and text. Some apps
 * give all their notifications one key, so it is new money if another payment holds the amount by now and the phone's
 * times differ; `isSame` is false if they do not.
 */
async function findShownAgain(
  tx: Tx,
  source: PhoneSource,
  { seen, firsts }: Comparing,
  now: Date,
): Promise<{ into: Transfer; isSame: boolean } | null> {
  const { keyAndWords } = seen.notification
  const first = keyAndWords === null ? undefined : firsts.find(each => each.keyAndWords === keyAndWords)
  if (!first) return null
  const into = first.transfer
  const [holder] = await findHolders(tx, source, [seen], now)
  const isHeldAnew = holder !== null && holder !== undefined && into.ownInvoiceId() !== holder.invoiceId
  const isLater = seen.occurredAt !== null && first.occurredAt !== null && !isWithin(seen, first, now)
  return isHeldAnew && isLater ? null : { into, isSame: !isHeldAnew }
}

const sameMomentMs = 120_000

/** Measures by the phone's times if it sent both, otherwise by the times of arrival. */
function isWithin(report: WitnessReport, first: First, now: Date): boolean {
  const byPhone = report.occurredAt !== null && first.occurredAt !== null
  const apartMs = byPhone ? +report.occurredAt! - +first.occurredAt! : +now - +first.seenAt
  return Math.abs(apartMs) <= sameMomentMs
}

/** Returns whether the second report proves what the first one could not; it must then be judged separately. */
const mayProve = (report: WitnessReport, { transfer }: First) => transfer.isUnproved && !report.isUnproved

interface Merging {
  seen: WitnessReport
  /** A reference that no transfer and no other sighting has. */
  own: string
  into: Transfer
  mergedBy: MergeRule
}

async function mergeNotification(
  tx: Tx,
  source: PhoneSource,
  { seen, own, into, mergedBy }: Merging,
  now: Date,
): Promise<null> {
  // A separate transfer with this text may follow.
  const reference = seen.notification.isIdentified ? own : makeSuffixedReference(seen)
  const row = makeSightingRow(source, seen, now)
  await tx.em.insert(Sighting, { ...row, account: into.account.id, reference, transfer: into.id, mergedBy })
  return null
}

/** Returns the columns of a sighting that contain the report. */
export function makeSightingRow(
  { connectionId, receivingAccountId }: Pick<PhoneSource, 'connectionId' | 'receivingAccountId'>,
  report: WitnessReport,
  now: Date,
) {
  const { reference, amount, occurredAt, payerName, payerApp, notification } = report
  const { packageName, device, keyAndWords, signedTime, nonce } = notification
  return {
    connection: connectionId,
    receivingAccount: receivingAccountId,
    identity: reference,
    packageName,
    device,
    amount,
    keyAndWords,
    signedTime,
    nonce,
    occurredAt,
    seenAt: now,
    payerName,
    payerApp,
    splitAt: null,
    splitBy: null,
  }
}

/**
 * Returns the identity of a request. Requests without a signature all differ, because nothing shows which are retries.
 */
function hashProof({ signedTime, nonce }: SeenNotification): string {
  if (signedTime === null && nonce === null) return randomUUID()
  return createHash('sha256')
    .update(JSON.stringify([signedTime, nonce]))
    .digest('hex')
    .slice(0, 16)
}
