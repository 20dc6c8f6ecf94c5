import type { ConnectionLine } from '../connections/connection-call.ts'
import type { HistoryRow } from '../connectors/history.ts'
import { updateInOrder } from '../database/update-in-order.ts'
import type { Needs } from '../needs.ts'
import { Charge } from '../payments/charge.ts'
import { pollSoon } from './poll-soon.ts'
import { Transfer } from './transfer.ts'

interface Period {
  from: Date
  to: Date
}

/**
 * Reads a provider's history for paid codes and makes those codes due for a check. A single request thus replaces
 * minutes of checks of single codes. A code that had been considered unpaid is checked again, so that late money is
 * found. `afterPage` is called between two pages.
 */
export async function followHistory(
  app: Needs<'em' | 'transaction' | 'wake'>,
  { connectionId, line }: { connectionId: number; line: ConnectionLine },
  period: Period,
  afterPage: () => void,
): Promise<void> {
  const paid = selectPaidRows(await readHistory(line, period, afterPage))
  if (paid.length === 0) return
  await reopenUnbooked(app, connectionId, paid)
  const named = paid.map(row => ({ reference: row.chargeReference, providerInvoiceId: row.providerInvoiceId }))
  await pollSoon(app, connectionId, named)
}

const pagesMax = 200

/** Returns a provider's entire history of a period. */
export async function readHistory(
  { connector, call }: ConnectionLine,
  period: Period,
  afterPage: () => void = () => {},
): Promise<HistoryRow[]> {
  const rows: HistoryRow[] = []
  let cursor: string | null = null
  for (let page = 1; page <= pagesMax; page++) {
    const answer = await connector.history!(call, { ...period, cursor })
    rows.push(...answer.rows)
    cursor = answer.cursor
    if (cursor === null) return rows
    afterPage()
  }
  throw new Error(`the history did not end after ${pagesMax} pages`)
}

/** Returns the rows about paid codes that identify the code. */
export function selectPaidRows(rows: HistoryRow[]): HistoryRow[] {
  return rows.filter(row => row.isPaid && (row.chargeReference ?? row.providerInvoiceId) !== null)
}

async function reopenUnbooked(
  app: Needs<'em' | 'transaction'>,
  connectionId: number,
  paid: HistoryRow[],
): Promise<void> {
  const unbooked = await findUnbookedCharges(app, connectionId, paid)
  const closed = unbooked.filter(charge => charge.isClosed).map(charge => charge.id)
  if (closed.length === 0) return
  const booked = { id: { $in: closed }, isClosed: true }
  await app.transaction('installation', tx => updateInOrder(tx, Charge, booked, { isClosed: false }))
}

/** Finds codes that are paid in a provider's history but whose money is not stored here. */
export async function findUnbookedCharges(
  app: Needs<'em'>,
  connectionId: number,
  paid: HistoryRow[],
): Promise<Charge[]> {
  const em = app.em('installation')
  const references = paid.flatMap(row => row.chargeReference ?? [])
  const providerInvoiceIds = paid.flatMap(row => row.providerInvoiceId ?? [])
  const charges = await em.find(Charge, {
    connection: connectionId,
    state: 'coded',
    $or: [{ reference: { $in: references } }, { providerInvoiceId: { $in: providerInvoiceIds } }],
  })
  const codes = charges.map(charge => charge.providerInvoiceId!)
  const stored = await em.find(
    Transfer,
    { connection: connectionId, reference: { $in: codes } },
    { fields: ['reference'] },
  )
  const booked = new Set(stored.map(({ reference }) => reference))
  return charges.filter(charge => !booked.has(charge.providerInvoiceId!))
}
