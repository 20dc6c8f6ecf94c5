import type { Loaded } from '@mikro-orm/core'
import { Connection } from '../../connections/connection.ts'
import { openLine } from '../../connections/connection-call.ts'
import type { IncomingTransfer } from '../../connectors/connector.ts'
import { Refusal } from '../../lib/refusal.ts'
import { acceptTransfer } from '../../money/accept-transfer.ts'
import type { SettleNeeds, TransferSource } from '../../money/settle-together.ts'
import { settleTransfers } from '../../money/settle-transfers.ts'
import { Transfer } from '../../money/transfer.ts'
import type { Needs } from '../../needs.ts'
import { Hold } from '../../payments/hold.ts'
import { BankListLine } from './entities.ts'
import { placeLine } from './place-lines.ts'

export type OweNeeds = SettleNeeds & Needs<'em' | 'calendar' | 'config' | 'connectors' | 'seal' | 'outbound' | 'wake'>
type OwedLine = Loaded<BankListLine, 'bankList'>

const togetherMax = 500

/**
 * Settles the money of lines that nobody had reported, of one list or of any. Money that was in time by its line pays
 * its payment although that has expired meanwhile; all other waits for a person. Stopped at any point, it goes on where
 * it was: a line's money has one reference. Returns whether more is left.
 */
export async function settleOwedLines(app: OweNeeds, of: { bankListId?: number } = {}): Promise<boolean> {
  const em = app.em('installation')
  const lines = await em.find(
    BankListLine,
    { transfer: null, state: ['found', 'doubtful'], ...(of.bankListId && { bankList: of.bankListId }) },
    { populate: ['bankList'], orderBy: { id: 'asc' }, limit: togetherMax },
  )
  for (const [connectionId, ofConnection] of Map.groupBy(lines, line => line.bankList.connection.id)) {
    const connection = await em.findOneOrFail(Connection, connectionId)
    await settleLines(app, connection, ofConnection)
  }
  return lines.length === togetherMax
}

async function settleLines(app: OweNeeds, connection: Connection, lines: OwedLine[]): Promise<void> {
  const source: TransferSource = {
    connectionId: connection.id,
    accountId: connection.account.id,
    receivingAccountId: connection.receivingAccount.id,
    window: openLine(app, connection).window,
  }
  const transfers: IncomingTransfer[] = []
  for (const line of lines) transfers.push(await transferOf(app, source, line))
  await settleTransfers(app, source, transfers)
  for (const line of lines) await concludeLine(app, source, line)
}

/** Unique within the receiving account, and the same however often it is settled. */
const referenceOf = ({ identity }: BankListLine) => `list:${identity}`

async function transferOf(app: OweNeeds, source: TransferSource, line: OwedLine): Promise<IncomingTransfer> {
  const placed = placeLine(app, { ...line, reference: null, balanceCents: null })
  const base = { reference: referenceOf(line), amount: line.amount, payerName: line.text.slice(0, 100), payerApp: null }
  if (line.time !== null) {
    const occurredAt = app.calendar.readMoment(`${line.day} ${line.time}`)
    return { ...base, occurredAt, isUnproved: line.state === 'doubtful' }
  }
  // A list of days alone: the money is in time for the payment that held its amount on that day, if it was one only.
  const holds = await app.em({ accountId: source.accountId, mode: 'both' }).find(Hold, {
    receivingAccount: source.receivingAccountId,
    finalAmount: line.amount,
    heldFrom: { $lt: placed.until },
    heldUntil: { $gte: placed.from },
  })
  const [held, ...others] = holds
  const isSure = others.length === 0 && line.state !== 'doubtful'
  const end = new Date(Math.min(placed.until.getTime() - 1, app.now().getTime()))
  const occurredAt = held ? new Date(Math.max(placed.from.getTime(), held.heldFrom.getTime())) : end
  return { ...base, occurredAt, isUnproved: !isSure }
}

async function concludeLine(app: OweNeeds, source: TransferSource, line: OwedLine): Promise<void> {
  const em = app.em('installation')
  const transfer = await em.findOne(
    Transfer,
    { receivingAccount: source.receivingAccountId, reference: referenceOf(line) },
    { populate: ['payment'] },
  )
  // Another merchant who reads the same account has it.
  const outcome = transfer ? { transfer: transfer.id } : { state: 'seen' as const }
  if (transfer) await acceptIfInTime(app, line, transfer)
  await em.nativeUpdate(BankListLine, { id: line.id, transfer: null }, outcome)
}

/** Pays a payment that expired before its money was heard of. */
async function acceptIfInTime(app: OweNeeds, line: OwedLine, transfer: Loaded<Transfer, 'payment'>): Promise<void> {
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
