import type { IncomingTransfer } from '../connectors/connector.ts'
import type { SeenNotification } from '../connectors/seen-notification.ts'
import type { Window } from '../connectors/window.ts'
import type { Tx } from '../database/transaction.ts'
import { findHolders } from '../payments/hold.ts'
import { namesOtherPayer } from './payer-names.ts'
import { Sighting, statementPackage } from './sighting.ts'
import type { Transfer } from './transfer.ts'

/** A report by one source: a notification of a phone, or a line of the account's statement. */
export type WitnessReport = IncomingTransfer & { notification: SeenNotification }

interface WitnessSource {
  receivingAccountId: number
  window: Window
}

/**
 * A transfer that another source also reported; `isSure` is false if only a person can decide whether it is the same.
 */
export interface SameTransfer {
  transfer: Transfer
  isSure: boolean
}

interface Candidate {
  transfer: Transfer
  /** The minimum time between the new report and one of an independent source. */
  apartMs: number
  /** Whether one of these comes from another device, or one of the two is the account's statement. */
  isIndependent: boolean
}

const sameMomentMs = 120_000
/** A sleeping phone reports at most this late. */
const lateMs = 86_400_000
const candidatesMax = 200

/**
 * Finds the transfer that a report repeats, from another source: a second phone, the second app of a wallet, or the
 * account's statement. No source reports a transfer twice, so of two transfers with one amount each is found once. A
 * report within two minutes is of the same transfer. So is a later one of another device, while the amount is held by
 * the payment of that transfer or by none. If another payment holds it by then, the money is new only if the device has
 * reported something else in between; otherwise only a person can decide.
 */
export async function findSameTransfer(
  tx: Tx,
  source: WitnessSource,
  report: WitnessReport,
  now: Date,
): Promise<SameTransfer | null> {
  const candidates = await findCandidates(tx, source, report, now)
  const [nearest] = candidates
  if (!nearest) return null
  if (nearest.apartMs <= sameMomentMs) return { transfer: nearest.transfer, isSure: true }
  const late = candidates.filter(({ isIndependent, apartMs }) => isIndependent && apartMs <= lateMs)
  if (late.length === 0) return null
  const [holder] = await findHolders(tx, source, [report], now)
  const own = late.find(({ transfer }) => !holder || transfer.ownInvoiceId() === holder.invoiceId)
  if (own) return { transfer: own.transfer, isSure: true }
  // A statement contains the time of the transfer itself.
  if (isStatement(report.notification.packageName)) return null
  for (const { transfer } of late) {
    if (!(await hasSpokenSince(tx, source, report, transfer))) return { transfer, isSure: false }
  }
  return null
}

/** Returns transfers of the amount that another source has reported and this one has not, nearest first. */
async function findCandidates(tx: Tx, source: WitnessSource, report: WitnessReport, now: Date): Promise<Candidate[]> {
  const since = new Date(Math.min(momentOf(report, now).getTime(), now.getTime()) - 2 * lateMs)
  const sightings = await tx.em.find(
    Sighting,
    { receivingAccount: source.receivingAccountId, amount: report.amount, seenAt: { $gte: since }, splitAt: null },
    { populate: ['transfer'], orderBy: { id: 'desc' }, limit: candidatesMax },
  )
  const byTransfer = Map.groupBy(sightings, ({ transfer }) => transfer.id)
  const candidates = [...byTransfer.values()].flatMap((ofOne): Candidate[] => {
    const { transfer } = ofOne[0]!
    // A report that may prove what the first one could not is judged separately.
    if (transfer.isUnproved && !report.isUnproved) return []
    if (ofOne.some(one => isSameWitness(report, one) || hasOtherPayer(report, one))) return []
    const others = ofOne.filter(one => isOtherWitness(report, one))
    if (others.length === 0) return []
    const apartMs = Math.min(...others.map(one => measureApart(report, one, now)))
    return [{ transfer, apartMs, isIndependent: others.some(one => isIndependent(report, one)) }]
  })
  return candidates.sort((one, other) => one.apartMs - other.apartMs || one.transfer.id - other.transfer.id)
}

const momentOf = ({ occurredAt }: WitnessReport, now: Date) => occurredAt ?? now

const isStatement = (packageName: string) => packageName === statementPackage

function isSameWitness({ notification: { packageName, device } }: WitnessReport, other: Sighting): boolean {
  return packageName === other.packageName && device === other.device
}

function isOtherWitness({ notification }: WitnessReport, other: Sighting): boolean {
  const { packageName, pairedPackages } = notification
  if (isStatement(packageName) || isStatement(other.packageName)) return true
  return (
    pairedPackages.includes(other.packageName) || (packageName === other.packageName && areTwo(notification, other))
  )
}

// Both apps of one device report immediately.
function isIndependent({ notification }: WitnessReport, other: Sighting): boolean {
  return isStatement(notification.packageName) || isStatement(other.packageName) || areTwo(notification, other)
}

function areTwo(one: { device: string | null }, other: { device: string | null }): boolean {
  return one.device !== null && other.device !== null && one.device !== other.device
}

/**
 * Measures by the phones' times if both have one, otherwise by the times of arrival. A statement always has its own.
 */
function measureApart(report: WitnessReport, other: Sighting, now: Date): number {
  const isStated = isStatement(report.notification.packageName) || isStatement(other.packageName)
  const areTimed = report.occurredAt !== null && other.occurredAt !== null
  if (isStated || areTimed) return Math.abs(+momentOf(report, now) - +(other.occurredAt ?? other.seenAt))
  return Math.abs(+now - +other.seenAt)
}

// A statement contains more than a name.
function hasOtherPayer({ notification, payerName }: WitnessReport, other: Sighting): boolean {
  if (isStatement(notification.packageName) || isStatement(other.packageName)) return false
  return namesOtherPayer(payerName, other.payerName)
}

/** Returns whether the device reported other money in between: then it was awake, and would have reported this one. */
async function hasSpokenSince(
  tx: Tx,
  { receivingAccountId: receivingAccount }: WitnessSource,
  { occurredAt, notification: { device } }: WitnessReport,
  transfer: Transfer,
): Promise<boolean> {
  if (occurredAt === null || device === null) return false
  const between = { $gt: new Date(+transfer.arrivedAt() + sameMomentMs), $lt: occurredAt }
  const since = { $gt: transfer.arrivedAt() }
  return (await tx.em.count(Sighting, { receivingAccount, device, occurredAt: between, seenAt: since })) > 0
}
