import { Variant } from '../../../catalog/product.ts'
import type { Tx } from '../../../database/transaction.ts'
import type { Reaction } from '../../../events/announce.ts'
import { groupShares } from '../../../orders/making-lines.ts'
import { Order } from '../../../orders/order.ts'
import { CounterSale } from '../counter-sale.ts'
import type { KitchenLine, OpenBillLine } from './bill-content.ts'
import { KitchenStation } from './kitchen-station.ts'
import { KitchenTicket } from './kitchen-ticket.ts'
import { OpenBill } from './open-bill.ts'

/** The channel of `Wake` for tickets of stations with a printer. */
export const ticketChannel = 'kitchen tickets'

type Line = Pick<OpenBillLine, 'variant' | 'choices' | 'made' | 'quantity'>

interface TicketDraft extends Pick<KitchenTicket, 'mode' | 'cause' | 'title' | 'tableNumber' | 'note'> {
  accountId: number
  lines: Line[]
  now: Date
}

// Reactions handle events of many accounts at once, and these entities are only read.
const all = { filters: { caller: false }, disableIdentityMap: true }

/** Writes a ticket for each station with a printer that prepares some of the goods. */
export async function planTickets({ em, wake }: Tx, draft: TicketDraft): Promise<void> {
  const { accountId, mode, cause, title, tableNumber, note, lines, now } = draft
  if (lines.length === 0) return
  const printing = { account: accountId, printer: { $ne: null } }
  const stations = await em.find(KitchenStation, printing, { ...all, orderBy: { id: 'asc' } })
  if (stations.length === 0) return
  const wanted = { account: accountId, publicId: { $in: lines.map(({ variant }) => variant) } }
  const goods = await em.find(Variant, wanted, { ...all, populate: ['product.category'] })
  const byId = new Map(goods.map(variant => [variant.publicId, variant]))
  const rows = stations.flatMap(station => {
    const mine = lines.flatMap(({ variant, quantity, made }): KitchenLine[] => {
      const sold = byId.get(variant)
      const category = sold?.product.category?.publicId ?? ''
      return sold && station.categories.includes(category) ? [{ quantity, name: sold.fullName(), made }] : []
    })
    if (mine.length === 0) return []
    const times = { createdAt: now, nextAt: now, endedAt: null }
    const common = { account: accountId, mode, cause, title, tableNumber, note, lastError: null }
    return [{ ...common, ...times, station: station.id, lines: mine }]
  })
  if (rows.length === 0) return
  await em.upsertMany(KitchenTicket, rows, { onConflictFields: ['station', 'cause'], onConflictAction: 'ignore' })
  wake(ticketChannel)
}

/** Returns the units of a bill for which stations have no ticket yet. */
export function selectFreshLines(lines: readonly OpenBillLine[], before: readonly OpenBillLine[]): Line[] {
  const sent = new Map(before.map(line => [lineKey(line), line.sent ?? 0]))
  return lines.flatMap(line => {
    const quantity = (line.sent ?? 0) - (sent.get(lineKey(line)) ?? 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}

const lineKey = ({ variant, choices }: Pick<Line, 'variant' | 'choices'>) => [variant, ...choices].join(' ')

/** Writes the tickets of a paid sale, for units that were not sent to the kitchen with its open bill. */
export async function planSaleTickets(tx: Tx, orderId: number, now: Date): Promise<void> {
  const populate = ['items.makings', 'items.variant'] as const
  const order = await tx.em.findOneOrFail(Order, { id: orderId }, { ...all, populate })
  const bill = await tx.em.findOne(OpenBill, { order: orderId }, all)
  const left = new Map((bill?.lines ?? []).map(line => [lineKey(line), line.sent ?? 0]))
  const lines = order.items.$.getItems().flatMap(item =>
    groupShares(item).flatMap(({ making, quantity }): Line[] => {
      const choices = (making?.choices ?? []).map(({ group, option }) => `${group}:${option}`)
      const line = { variant: item.variant.publicId, choices, made: making?.names() ?? '' }
      const known = Math.min(left.get(lineKey(line)) ?? 0, quantity)
      left.set(lineKey(line), (left.get(lineKey(line)) ?? 0) - known)
      return quantity > known ? [{ ...line, quantity: quantity - known }] : []
    }),
  )
  const { orderNumber, mode, note, tableNumber } = order
  const title = bill?.name ?? orderNumber
  const accountId = order.account.id
  await planTickets(tx, { accountId, mode, cause: `order ${orderNumber}`, title, tableNumber, note, lines, now })
}

/** The reaction to `order.paid`: sends a sale by code to the kitchen. A cash sale is sent when it is made. */
export const sendPaidSales: Reaction<'order.paid'> = async (tx, events) => {
  for (const { payload, createdAt } of events) {
    if (payload.door !== 'counter') continue
    const order = await tx.em.findOneOrFail(Order, { orderNumber: payload.orderNumber }, { ...all, fields: ['id'] })
    const byCode = { order: order.id, method: 'code' as const }
    if ((await tx.em.count(CounterSale, byCode, all)) > 0) await planSaleTickets(tx, order.id, createdAt)
  }
}
