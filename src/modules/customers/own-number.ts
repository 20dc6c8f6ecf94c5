import type { Loaded } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '../../database/transaction.ts'
import { extractPhoneDigits } from '../../lib/phone.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Customer } from '../../orders/customers/customer.ts'
import { Order } from '../../orders/order.ts'
import { Payment } from '../../payments/payment.ts'
import { listAdditions } from '../../slots.ts'
import { lockCards } from './change-card.ts'
import { type CustomerCard, CustomerKey, CustomerVisit } from './customer-card.ts'
import { eraseChosenCard, erasedName, findFiledRows, findPersonRows } from './erase-customer.ts'
import { fileAllVisits, makePhoneKey } from './file-visits.ts'
import { splitCardInside } from './merge-cards.ts'
import type { OwnNumber } from './phone-code.ts'

const shownMax = 100

export interface NumberData {
  orders: Loaded<Order, 'items'>[]
  /** The payments without an order. */
  payments: Payment[]
  /** The names typed with this number. */
  names: string[]
  addresses: string[]
  emails: string[]
  /** The notes that were typed with an order or a payment. */
  notes: string[]
}

/**
 * Returns the orders and payments of a verified number. Other data on the same card, such as the orders of a chat or of
 * a number that the merchant merged, is not shown to the number's owner.
 */
export async function findNumberData(
  app: Needs<'transaction' | 'em' | 'now' | 'slots'>,
  { accountId, mode, digits }: OwnNumber,
): Promise<NumberData> {
  await fileAllVisits(app, { accountId, mode })
  const em = app.em({ accountId, mode })
  const newest = { orderBy: { createdAt: 'desc' }, limit: shownMax } as const
  const visits = await em.find(CustomerVisit, { key: makePhoneKey(digits) }, newest)
  const subjects = visits.map(({ subject }) => subject)
  const orderBy = { createdAt: 'desc' } as const
  const orders = await em.find(Order, { orderNumber: { $in: subjects } }, { populate: ['items'], orderBy })
  const payments = await em.find(Payment, { invoiceId: { $in: subjects } }, { orderBy })
  const names = [...orders, ...payments].flatMap(({ customerName }) => customerName ?? [])
  const addresses = orders.flatMap(({ address }) => address ?? [])
  const person = await findFiledRows(em, { keys: [makePhoneKey(digits)], subjects })
  const added: Record<string, unknown>[] = []
  for (const { read } of listAdditions(app, 'personalRows')) {
    const rows = (await read?.(em, person)) ?? {}
    added.push(...(Object.values(rows).flat() as Record<string, unknown>[]))
  }
  const emails = [...payments.map(({ customerEmail }) => customerEmail), ...added.map(({ email }) => email)]
  const notes = [...orders.map(({ note }) => note), ...added.map(({ note }) => note)]
  return {
    orders,
    payments,
    names: [...new Set(names)],
    addresses: [...new Set(addresses)],
    emails: differentTexts(emails),
    notes: differentTexts(notes),
  }
}

function differentTexts(values: unknown[]): string[] {
  return [...new Set(values.filter(value => typeof value === 'string' && value !== ''))] as string[]
}

/**
 * Deletes the data of orders and payments of a verified number, and nothing else on the same card. Refuses `not_found`
 * if there is nothing, and `refused_transition` while an order is open.
 */
export async function eraseNumber(
  app: Parameters<typeof eraseChosenCard>[0],
  { accountId, mode, digits }: OwnNumber,
): Promise<void> {
  const by = { accountId, mode, actor: 'customer by phone code' }
  const key = makePhoneKey(digits)
  await eraseChosenCard(app, by, async tx => {
    const own = await tx.em.findOne(CustomerKey, { key })
    if (!own) throw notFound('customer')
    const [card] = await lockCards(tx, [own.card.id])
    if ((await tx.em.count(CustomerKey, { card: card!.id })) === 1) return card!
    const split = await splitCardInside(app, tx, { cardId: card!.id, key }, by)
    await takeFrom(tx, card!, { split, digits })
    return split
  })
}

/** Removes from a card the number, addresses and name that come only from the removed visits. */
async function takeFrom(
  { em }: Tx,
  card: CustomerCard,
  { split, digits }: { split: CustomerCard; digits: string },
): Promise<void> {
  const gone = await typedOn(em, split)
  const kept = await typedOn(em, card)
  const isOnlyThere = (part: 'names' | 'addresses', text: string) =>
    gone[part].includes(text) && !kept[part].includes(text)
  card.addresses = card.addresses.filter(one => !isOnlyThere('addresses', one))
  if (isOnlyThere('names', card.name)) card.name = kept.names[0] ?? erasedName
  if (!card.isProved && extractPhoneDigits(card.phone ?? '') === digits) card.phone = null
  await em.flush()
}

/** Returns the names and addresses of visits filed on a card, newest first, and those of its chats. */
async function typedOn(em: EntityManager, { id }: CustomerCard): Promise<Pick<NumberData, 'names' | 'addresses'>> {
  const visits = await em.find(CustomerVisit, { card: id })
  const subjects = { $in: visits.map(({ subject }) => subject) }
  const orderBy = { createdAt: 'desc' } as const
  const orders = await em.find(Order, { orderNumber: subjects }, { fields: ['customerName', 'address'], orderBy })
  const payments = await em.find(Payment, { invoiceId: subjects }, { fields: ['customerName'], orderBy })
  const { customerIds } = await findPersonRows(em, id)
  const people = await em.find(Customer, { id: { $in: customerIds } }, { fields: ['name', 'address'] })
  const names = [...orders.map(one => one.customerName), ...payments.map(one => one.customerName)]
  return {
    names: [...names, ...people.map(one => one.name)].flatMap(name => name ?? []),
    addresses: [...orders, ...people].flatMap(({ address }) => address ?? []),
  }
}
