import { LockMode } from '@mikro-orm/core'
import type { AccountScope } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { extractPhoneDigits, readPhone } from '../../lib/phone.ts'
import { toPlainLine } from '../../lib/plain-text.ts'
import type { Needs } from '../../needs.ts'
import { Bot } from '../../notices/bot.ts'
import { noBotId } from '../../orders/customers/chatless.ts'
import { Customer } from '../../orders/customers/customer.ts'
import { Order, OrderInvoice } from '../../orders/order.ts'
import { PaymentState } from '../../payments/state/payment-state.ts'
import {
  addressesMax,
  addressMax,
  CustomerCard,
  CustomerFiling,
  CustomerKey,
  CustomerVisit,
  nameMax,
} from './customer-card.ts'

type FileNeeds = Needs<'transaction' | 'em' | 'now'>

const batchMax = 500
const batchesMax = 10
/** Events younger than this are read again, because transactions do not commit in the order in which they begin. */
const overlapMs = 10 * 60_000

/** An event to file: a customer came, ordered or paid. */
interface Filed {
  /** The order or payment; null if they only came. */
  subject: string | null
  key: string
  name: string
  /** The phone number as `readPhone` returns it. */
  phone: string | null
  address: string | null
  at: Date
}

export const makePersonKey = (customerId: number) => `person ${customerId}`
export const makePhoneKey = (phone: string) => `phone ${extractPhoneDigits(phone)}`

/**
 * Files new orders and payments on the cards of customers. The card is that of the person in a chat, otherwise of the
 * typed phone number, otherwise of the browser. A typed number reveals nothing to the person who typed it. A text that
 * is not a phone number, such as "-", is not used, because strangers may type the same one. Returns whether everything
 * is filed; if not, the next call continues.
 */
export async function fileVisits(app: FileNeeds, scope: Required<AccountScope>): Promise<boolean> {
  const start = { account: scope.accountId, mode: scope.mode, ordersThrough: new Date(0), paymentsThrough: new Date(0) }
  await app.em(scope).upsertMany(CustomerFiling, [start], { onConflictAction: 'ignore' })
  for (let batch = 0; batch < batchesMax; batch++) {
    if (await fileBatch(app, scope)) return true
  }
  return false
}

/**
 * Files all orders and payments, however many there are, for callers that must miss none. After an interruption,
 * calling it again continues.
 */
export async function fileAllVisits(app: FileNeeds, scope: Required<AccountScope>): Promise<void> {
  let isFiled = false
  while (!isFiled) isFiled = await fileVisits(app, scope)
}

async function fileBatch(app: FileNeeds, { accountId, mode }: Required<AccountScope>): Promise<boolean> {
  const scope = { accountId, mode }
  return app.transaction(scope, async tx => {
    const which = { account: accountId, mode }
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
    const filing = await tx.em.findOneOrFail(CustomerFiling, which, lock)
    const people = await readPeople(tx, filing, scope)
    const orders = await readOrders(tx, filing)
    const payments = await readPayments(tx, filing)
    await fileEvents(tx, scope, [...people.filed, ...orders.filed, ...payments.filed])
    await tx.em.flush()
    return people.isAll && orders.isAll && payments.isAll
  })
}

interface Batch {
  filed: Filed[]
  isAll: boolean
}

async function readPeople({ em }: Tx, filing: CustomerFiling, scope: Required<AccountScope>): Promise<Batch> {
  const bots = (await em.find(Bot, { account: scope.accountId, mode: scope.mode }, { fields: ['id'] })).map(
    ({ id }) => id,
  )
  const where = { botId: { $in: bots, $ne: noBotId }, id: { $gt: filing.customersThrough } }
  const people = await em.find(Customer, where, { orderBy: { id: 'asc' }, limit: batchMax })
  filing.customersThrough = people.at(-1)?.id ?? filing.customersThrough
  const filed = people.map(({ id, name, phone, address, createdAt }) => {
    return { subject: null, key: makePersonKey(id), name, phone: readPhone(phone ?? ''), address, at: createdAt }
  })
  return { filed, isAll: people.length < batchMax }
}

async function readOrders({ em }: Tx, filing: CustomerFiling): Promise<Batch> {
  const createdAt = { $gte: filing.ordersThrough }
  const orders = await em.find(Order, { createdAt }, { orderBy: { createdAt: 'asc', id: 'asc' }, limit: batchMax })
  const isAll = orders.length < batchMax
  filing.ordersThrough = nextFrom(filing.ordersThrough, orders.at(-1)?.createdAt, isAll)
  const people = await em.find(Customer, { id: { $in: orders.map(({ customerId }) => customerId) } })
  const chats = new Set(people.filter(person => person.hasChat()).map(({ id }) => id))
  const filed = orders.flatMap(order => {
    const { orderNumber, customerId, customerName, customerPhone, address, door, createdAt: at } = order
    const phone = readPhone(customerPhone ?? '')
    // At a counter the name is that of its device.
    const isNamed = door === 'chat' || door === 'menu' || door === null
    const key = chats.has(customerId)
      ? makePersonKey(customerId)
      : phone !== null
        ? makePhoneKey(phone)
        : isNamed
          ? makePersonKey(customerId)
          : null
    return key === null ? [] : [{ subject: orderNumber, key, name: customerName, phone, address, at }]
  })
  return { filed, isAll }
}

async function readPayments({ em }: Tx, filing: CustomerFiling): Promise<Batch> {
  const where = { status: 'paid' as const, paidAt: { $gte: filing.paymentsThrough } }
  const first = { orderBy: { paidAt: 'asc', payment: 'asc' }, limit: batchMax, populate: ['payment'] } as const
  const payments = (await em.find(PaymentState, where, first)).map(({ payment }) => payment)
  const isAll = payments.length < batchMax
  filing.paymentsThrough = nextFrom(filing.paymentsThrough, payments.at(-1)?.paidAt, isAll)
  const named = payments.flatMap(({ invoiceId, customerName, customerPhone, paidAt }) => {
    const phone = readPhone(customerPhone ?? '')
    return phone === null ? [] : [{ invoiceId, name: customerName ?? phone, phone, at: paidAt! }]
  })
  const ofOrders = await em.find(OrderInvoice, { payment: { $in: named.map(({ invoiceId }) => invoiceId) } })
  const inOrders = new Set(ofOrders.map(({ payment }) => payment.invoiceId))
  const filed = named
    .filter(({ invoiceId }) => !inOrders.has(invoiceId))
    .map(({ invoiceId: subject, ...payer }) => ({ ...payer, subject, key: makePhoneKey(payer.phone), address: null }))
  return { filed, isAll }
}

/** Returns where the next batch begins: after a full one at its end, and otherwise before its end. */
function nextFrom(from: Date, last: Date | null | undefined, isAll: boolean): Date {
  if (!last) return from
  if (isAll) return new Date(last.getTime() - overlapMs)
  return last > from ? last : new Date(from.getTime() + 1)
}

async function fileEvents(tx: Tx, { accountId, mode }: Required<AccountScope>, things: Filed[]): Promise<void> {
  const { em } = tx
  const subjects = things.flatMap(({ subject }) => subject ?? [])
  const visits = await em.find(CustomerVisit, { subject: { $in: subjects } }, { fields: ['subject'] })
  const known = new Set(visits.map(({ subject }) => subject))
  const keys = await em.find(CustomerKey, { key: { $in: things.map(({ key }) => key) } }, { populate: ['card'] })
  const cards = new Map(keys.map(({ key, card }) => [key, card as unknown as CustomerCard]))
  for (const { subject, key, phone, at, ...texts } of things) {
    if (subject !== null && known.has(subject)) continue
    const name = toPlainLine(texts.name).trim().slice(0, nameMax)
    // On one line, because the card's form has one address per line.
    const address = toPlainLine(texts.address ?? '')
      .trim()
      .slice(0, addressMax)
    let card = cards.get(key)
    if (!card) {
      const facts = { name: name || '–', phone, note: null, tags: [], addresses: [], erasedAt: null }
      card = em.create(CustomerCard, { ...facts, account: accountId, mode, firstSeenAt: at, lastSeenAt: at })
      em.create(CustomerKey, { account: accountId, mode, key, card })
      cards.set(key, card)
    }
    updateCard(card, { name, phone, address, at })
    if (subject !== null) {
      known.add(subject)
      em.create(CustomerVisit, { subject, account: accountId, mode, card, key, createdAt: at })
    }
  }
}

/** Updates the card with the newer name, phone number and address of a later visit. */
function updateCard(card: CustomerCard, { name, phone, address, at }: Omit<Filed, 'subject' | 'key'>): void {
  if (at < card.firstSeenAt) card.firstSeenAt = at
  if (address && !card.addresses.includes(address)) card.addresses = [address, ...card.addresses].slice(0, addressesMax)
  if (at < card.lastSeenAt) return
  card.lastSeenAt = at
  card.name = name || card.name
  // A verified number stays until another one is verified.
  if (phone && !card.isProved) card.phone = phone
}
