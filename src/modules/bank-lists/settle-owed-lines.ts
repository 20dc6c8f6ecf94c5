import type { Loaded } from '@mikro-orm/core'
import { Connection } from '../../connections/connection.ts'
import type { IncomingTransfer } from '../../connectors/connector.ts'
import { Refusal } from '../../lib/refusal.ts'
import { acceptTransfer } from '../../money/accept-transfer.ts'
import type { SettleNeeds, TransferSource } from '../../money/settle-together.ts'
import { settleTransfers } from '../../money/settle-transfers.ts'
import { Sighting, statementPackage } from '../../money/sighting.ts'
import { Transfer } from '../../money/transfer.ts'
import type { Needs } from '../../needs.ts'
import { Hold } from '../../payments/hold.ts'
import { BankListLine } from './entities.ts'
import { computeLineMoment, computeLineTimes } from './place-lines.ts'

export type OwedLineNeeds = SettleNeeds & Needs<'em' | 'connectors'>
type OwedLine = Loaded<BankListLine, 'bankList'>

const togetherMax = 500

/**
 * Settles the money of unreported lines, of one list or of all, 500 lines at a time. Money that was on time by its line
 * settles its payment even if that has expired; other money goes to review. If the process stops, the next call
 * continues, because the money of a line has one reference.
 */
export async function settleOwedLines(app: OwedLineNeeds, bankListId?: number): Promise<void> {
  const em = app.em('installation')
  const lines = await em.find(
    BankListLine,
    { transfer: null, state: ['found', 'doubtful'], ...(bankListId && { bankList: bankListId }) },
    { populate: ['bankList'], orderBy: { id: 'asc' }, limit: togetherMax },
  )
  for (const [connectionId, ofConnection] of Map.groupBy(lines, line => line.bankList.connection.id)) {
    const connection = await em.findOneOrFail(Connection, connectionId)
    await settleLines(app, connection, ofConnection)
  }
}

async function settleLines(app: OwedLineNeeds, connection: Connection, lines: OwedLine[]): Promise<void> {
  const source: TransferSource = {
    connectionId: connection.id,
    accountId: connection.account.id,
    receivingAccountId: connection.receivingAccount.id,
    window: { ...app.connectors[connection.connector].window, ...connection.windowOverrides },
  }
  const holds = await findHolds(app, source, lines)
  await settleTransfers(
    app,
    source,
    lines.map(line => makeTransfer(app, line, holds.get(line.amount) ?? [])),
  )
  const em = app.em('installation')
  const ofLines = { receivingAccount: source.receivingAccountId, reference: lines.map(makeLineReference) }
  const stored = await em.find(Transfer, ofLines, { populate: ['payment'] })
  const byReference = new Map(stored.map(transfer => [transfer.reference, transfer]))
  const merged = await em.find(Sighting, { ...ofLines, mergedBy: { $ne: null } })
  const mergedInto = new Map(merged.map(({ reference, transfer }) => [reference, transfer.id]))
  for (const line of lines) {
    const reference = makeLineReference(line)
    await concludeLine(app, line, byReference.get(reference), mergedInto.get(reference))
  }
}

/** Returns a reference that is unique within the receiving account, and always the same for a line. */
export const makeLineReference = ({ identity }: { identity: string }) => `list:${identity}`

/** Returns the report of a line's money, without its time. */
export const makeLineReport = (line: Pick<OwedLine, 'identity' | 'amount' | 'text'>) => ({
  reference: makeLineReference(line),
  amount: line.amount,
  payerName: line.text.slice(0, 100),
  payerApp: null,
})

/** Finds the payments that held the amounts of date-only lines on any of their days. */
async function findHolds(app: OwedLineNeeds, source: TransferSource, lines: OwedLine[]): Promise<Map<number, Hold[]>> {
  const ofDays = lines.filter(({ time }) => time === null)
  if (ofDays.length === 0) return new Map()
  const times = ofDays.map(computeLineTimes)
  const holds = await app.em({ accountId: source.accountId, mode: 'both' }).find(Hold, {
    receivingAccount: source.receivingAccountId,
    finalAmount: ofDays.map(({ amount }) => amount),
    heldFrom: { $lt: new Date(Math.max(...times.map(({ until }) => until.getTime()))) },
    heldUntil: { $gte: new Date(Math.min(...times.map(({ from }) => from.getTime()))) },
  })
  return Map.groupBy(holds, ({ finalAmount }) => finalAmount)
}

function makeTransfer({ now }: Needs<'now'>, line: OwedLine, ofAmount: Hold[]): IncomingTransfer {
  const { from, until } = computeLineTimes(line)
  const isDoubtful = line.state === 'doubtful'
  const base = makeLineReport(line)
  if (line.time !== null)
    return { ...base, occurredAt: computeLineMoment(line), isUnproved: isDoubtful, ...statementSource }
  // In a list without times, the money is on time for the payment that held its amount on that day, if only one did.
  const [held, ...others] = ofAmount.filter(({ heldFrom, heldUntil }) => heldFrom < until && heldUntil >= from)
  const end = new Date(Math.min(until.getTime() - 1, now().getTime()))
  const occurredAt = held ? new Date(Math.max(from.getTime(), held.heldFrom.getTime())) : end
  // A date alone cannot prove that doubtful money is the same, so a person decides.
  return { ...base, occurredAt, isUnproved: isDoubtful || others.length > 0, ...(isDoubtful ? {} : statementSource) }
}

/** The statement as a source of the account: a phone may have reported the money since the list was matched. */
export const statementSource = {
  notification: {
    packageName: statementPackage,
    device: null,
    isIdentified: true,
    signedTime: null,
    nonce: null,
    keyAndWords: null,
    pairedPackages: [],
  },
} as const satisfies Pick<IncomingTransfer, 'notification'>

async function concludeLine(
  app: OwedLineNeeds,
  line: OwedLine,
  transfer: Loaded<Transfer, 'payment'> | undefined,
  mergedInto: number | undefined,
): Promise<void> {
  if (transfer) await acceptIfInTime(app, line, transfer)
  // If neither exists, the money belongs to another merchant who reads the same account.
  const seen = { state: 'seen' as const, transfer: mergedInto ?? null }
  const outcome = transfer ? { transfer: transfer.id } : seen
  await app.em('installation').nativeUpdate(BankListLine, { id: line.id, transfer: null }, outcome)
}

/** Settles a payment that expired before its money was reported. */
async function acceptIfInTime(
  app: OwedLineNeeds,
  line: OwedLine,
  transfer: Loaded<Transfer, 'payment'>,
): Promise<void> {
  const { payment } = transfer
  if (transfer.state !== 'review' || transfer.reason !== 'late' || !payment || transfer.occurredAt === null) return
  if (transfer.occurredAt > payment.expiresAt) return
  const { accountId, mode, invoiceId } = payment
  try {
    await acceptTransfer(app, { accountId, mode }, { transferId: transfer.id, invoiceId, actor: line.bankList.takenBy })
  } catch (error) {
    // Money that no rule can decide about stays in review.
    if (!(error instanceof Refusal)) throw error
  }
}
