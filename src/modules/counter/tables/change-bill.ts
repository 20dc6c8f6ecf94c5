import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../database/transaction.ts'
import { toPlainLine } from '../../../lib/plain-text.ts'
import { notFound, refuseField } from '../../../lib/refusal.ts'
import type { Needs } from '../../../needs.ts'
import type { Device } from '../device.ts'
import { checkNumber } from '../price-sale.ts'
import { checkCart, readCustomerPhone } from '../sell.ts'
import type { BillContent, BillVersion, OpenBillLine } from './bill-content.ts'
import { refuseChangedBill } from './close-bill.ts'
import { billNameMax, OpenBill, tableMax } from './open-bill.ts'
import { planTickets, selectFreshLines } from './plan-tickets.ts'

type At = Pick<Device, 'accountId' | 'mode'>
type BillNeeds = Needs<'transaction' | 'now'>

const openMax = 200

/**
 * Saves an open bill: a new one without `version`, otherwise that version, which is also how a bill moves to another
 * table. Saving a new one again with its key updates the same bill. Stations with a printer get tickets for new items.
 * Refuses `invalid_request` (`cart`, `name`, `table`, `phone`, `note`), and `refused_transition` if another device has
 * changed it.
 */
export async function saveBill(
  app: BillNeeds,
  { accountId, mode }: At,
  { key, version, ...content }: BillContent & { key: string; version?: number | undefined },
): Promise<void> {
  const row = checkContent(content)
  const now = app.now()
  await app.transaction({ accountId, mode }, async tx => {
    const { em } = tx
    const saved = await em.findOne(OpenBill, { key })
    // The first answer was lost, and the cashier may have continued.
    if (saved && version === undefined && isSame(saved, row)) return
    if (saved || version !== undefined) await changeVersion(tx, { key, version: version ?? 1 }, row)
    else {
      await refuseTooMany(tx)
      const common = { account: accountId, mode, key, version: 1, createdAt: now }
      const { affectedRows } = await em
        .qb(OpenBill)
        .insert({ ...row, ...common })
        .onConflict(['account', 'key'])
        .ignore()
        .execute()
      // Another process is handling this request.
      if (affectedRows !== 1) return
    }
    const cause = `bill ${key} ${saved ? (version ?? 1) + 1 : 1}`
    const { name: title, tableNumber, note } = row
    const lines = selectFreshLines(row.lines, saved?.lines ?? [])
    await planTickets(tx, { accountId, mode, cause, title, tableNumber, note, lines, now })
  })
}

function isSame(bill: OpenBill, row: ReturnType<typeof checkContent>): boolean {
  const { name, tableNumber, phone, note, lines, free, closedAt } = bill
  return closedAt === null && isDeepStrictEqual({ name, tableNumber, phone, note, lines, free }, row)
}

/** Merges one bill into another, and closes it. Refuses `refused_transition` if another device has changed either. */
export async function mergeBills(
  app: BillNeeds,
  { accountId, mode }: At,
  { from, into }: { from: BillVersion; into: BillVersion },
): Promise<void> {
  if (from.key === into.key) throw refuseField('cart', 'is two bills', 'malformed')
  await app.transaction({ accountId, mode }, async tx => {
    const [one, other] = [await findOpen(tx, from), await findOpen(tx, into)]
    const lines = joinLines([...other.lines, ...one.lines])
    await changeVersion(tx, into, checkContent({ ...billContent(other), lines, free: one.free + other.free }))
    await changeVersion(tx, from, { closedAt: app.now() })
  })
}

/**
 * Moves some units of a bill into a new one. Refuses `invalid_request` for more units than there are, and
 * `refused_transition` if another device has changed it.
 */
export async function splitBill(
  app: BillNeeds,
  { accountId, mode }: At,
  { from, to, units }: { from: BillVersion; to: { key: string; name: string }; units: readonly number[] },
): Promise<void> {
  await app.transaction({ accountId, mode }, async tx => {
    const bill = await findOpen(tx, from)
    await refuseTooMany(tx)
    for (const [index, count] of units.entries()) checkNumber('cart', count, 0, bill.lines[index]?.quantity ?? 0)
    const parts = bill.lines.map((line, index) => splitLine(line, units[index] ?? 0))
    const moved = parts.map(([taken]) => taken).filter(({ quantity }) => quantity > 0)
    if (moved.length === 0) throw refuseField('cart', 'is empty', 'empty')
    const rest = parts.map(([, left]) => left).filter(({ quantity }) => quantity > 0)
    await changeVersion(tx, from, rest.length === 0 && bill.free === 0 ? { closedAt: app.now() } : { lines: rest })
    const content = checkContent({ ...billContent(bill), name: to.name, lines: moved, free: 0 })
    tx.em.create(OpenBill, {
      ...content,
      account: accountId,
      mode,
      key: to.key,
      version: 1,
      createdAt: app.now(),
      closedAt: null,
      order: null,
    })
    await tx.em.flush()
  })
}

/** Closes a bill without a sale. Refuses `refused_transition` if another device has changed it. */
export async function dropBill(app: BillNeeds, { accountId, mode }: At, bill: BillVersion): Promise<void> {
  await app.transaction({ accountId, mode }, tx => changeVersion(tx, bill, { closedAt: app.now() }))
}

/** Returns the open bills of a shop, oldest first. */
export async function listBills(app: Needs<'em'>, { accountId, mode }: At): Promise<OpenBill[]> {
  return app.em({ accountId, mode }).find(OpenBill, { closedAt: null }, { orderBy: { id: 'asc' }, limit: openMax })
}

async function refuseTooMany({ em }: Pick<Tx, 'em'>): Promise<void> {
  if ((await em.count(OpenBill, { closedAt: null })) < openMax) return
  throw refuseField('cart', `has ${openMax} open bills at most`, { code: 'too_many', max: openMax })
}

async function findOpen({ em }: Tx, { key, version }: BillVersion): Promise<OpenBill> {
  const bill = await em.findOne(OpenBill, { key })
  if (!bill) throw notFound('bill')
  if (bill.version !== version || bill.closedAt !== null) throw refuseChangedBill()
  return bill
}

type Change = Partial<Pick<OpenBill, 'lines' | 'closedAt' | 'name' | 'tableNumber' | 'phone' | 'note' | 'free'>>

async function changeVersion({ em }: Pick<Tx, 'em'>, { key, version }: BillVersion, to: Change): Promise<void> {
  const changed = await em.nativeUpdate(OpenBill, { key, version, closedAt: null }, { ...to, version: version + 1 })
  if (changed !== 1) throw refuseChangedBill()
}

function billContent({ name, tableNumber, phone, note, lines, free }: OpenBill): BillContent {
  return { name, tableNumber, phone: phone ?? undefined, note: note ?? undefined, lines, free }
}

/** Splits a line; units for which the stations have a ticket are moved first. */
function splitLine({ quantity, sent = 0, ...line }: OpenBillLine, count: number): [OpenBillLine, OpenBillLine] {
  const moved = Math.min(sent, count)
  return [
    { ...line, quantity: count, sent: moved },
    { ...line, quantity: quantity - count, sent: sent - moved },
  ]
}

function joinLines(lines: OpenBillLine[]): OpenBillLine[] {
  const merged = new Map<string, OpenBillLine>()
  for (const line of lines) {
    const same = [line.variant, ...line.choices].join(' ')
    const quantity = (merged.get(same)?.quantity ?? 0) + line.quantity
    const sent = (merged.get(same)?.sent ?? 0) + (line.sent ?? 0)
    merged.set(same, { ...line, quantity, sent })
  }
  return [...merged.values()]
}

function checkContent({ name, tableNumber, phone, note, lines, free }: BillContent) {
  const plain = toPlainLine(name).trim()
  if (plain === '' || plain.length > billNameMax)
    throw refuseField('name', `has 1 to ${billNameMax} characters`, { code: 'wrong_length', min: 1, max: billNameMax })
  if (tableNumber !== null) checkNumber('table', tableNumber, 1, tableMax)
  checkCart({ lines, free, note })
  return { name: plain, tableNumber, phone: readCustomerPhone({ phone }), note: note?.trim() || null, lines, free }
}
