import { raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type ModeActor, recordAct } from '../../accounts/audit.ts'
import { Delivery } from '../../callbacks/delivery.ts'
import { DeliveryAttempt } from '../../callbacks/delivery-attempt.ts'
import type { Tx } from '../../database/transaction.ts'
import { StoredEvent } from '../../events/stored-event.ts'
import { dropPicture } from '../../goods/store-picture.ts'
import { AnsweredRequest } from '../../keys/answered-request.ts'
import { Refusal } from '../../lib/refusal.ts'
import { Sighting } from '../../money/sighting.ts'
import { Transfer } from '../../money/transfer.ts'
import type { Needs } from '../../needs.ts'
import { InboxUpdate } from '../../notices/inbox-update.ts'
import { Notice } from '../../notices/notice.ts'
import { makeChatlessColumns } from '../../orders/customers/chatless.ts'
import { Customer } from '../../orders/customers/customer.ts'
import type { PersonRows } from '../../orders/customers/personal-rows.ts'
import { withoutPerson } from '../../orders/customers/without-person.ts'
import { Order, OrderInvoice, type OrderStatus } from '../../orders/order.ts'
import { Review } from '../../orders/reviews/review.ts'
import { Payment } from '../../payments/payment.ts'
import { listAdditions } from '../../slots.ts'
import { lockCards } from './change-card.ts'
import { type CustomerCard, CustomerKey, CustomerVisit } from './customer-card.ts'
import { fileAllVisits } from './file-visits.ts'
import { PhoneCode } from './phone-code.ts'

/** Replaces a deleted name. */
export const erasedName = 'Pelanggan dihapus'

type EraseNeeds = Needs<'em' | 'transaction' | 'now' | 'slots' | 'goods'>

/** Returns the rows that identify the customer of a card. */
export async function findPersonRows(em: EntityManager, cardId: number): Promise<PersonRows> {
  const keys = await em.find(CustomerKey, { card: cardId })
  const visits = await em.find(CustomerVisit, { card: cardId })
  return findFiledRows(em, { keys: keys.map(({ key }) => key), subjects: visits.map(({ subject }) => subject) })
}

/** Returns the rows that identify the customer with these keys, and with the orders and payments filed by them. */
export async function findFiledRows(
  em: EntityManager,
  { keys, subjects }: { keys: string[]; subjects: string[] },
): Promise<PersonRows> {
  const orders = await em.find(
    Order,
    { orderNumber: { $in: subjects } },
    { fields: ['orderNumber', 'customer', 'door'] },
  )
  const invoices = await em.find(OrderInvoice, { order: { $in: orders.map(({ id }) => id) } })
  const people = keys.flatMap(key => (key.startsWith('person ') ? [Number(key.slice('person '.length))] : []))
  // The row of a browser or bill has the typed name; that of a counter has its device's.
  const typed = orders.flatMap(({ door, customer }) => (door === 'menu' || door === 'bill' ? [customer.id] : []))
  const phones = keys.flatMap(key => (key.startsWith('phone ') ? [key.slice('phone '.length)] : []))
  const invoiceIds = [
    ...invoices.map(({ payment }) => payment.invoiceId),
    ...subjects.filter(subject => subject.startsWith('INV-')),
    ...(await listUnpaid(em, phones)),
  ]
  const transfers = await em.find(Transfer, { payment: { $in: invoiceIds } }, { fields: ['id'] })
  const customerIds = [...new Set([...people, ...typed])]
  const chats = (await em.find(Customer, { id: { $in: customerIds } })).filter(one => one.hasChat())
  return {
    customerIds,
    chats: chats.map(({ botId, telegramUserId: personId }) => ({ botId, personId })),
    orderNumbers: orders.map(({ orderNumber }) => orderNumber),
    invoiceIds,
    transferIds: transfers.map(({ id }) => id),
    phones,
    otherObjects: [],
  }
}

/** Lists unpaid orders and payments, because cards contain only paid ones. */
async function listUnpaid(em: EntityManager, phones: string[]): Promise<string[]> {
  const reversed = { $in: phones.map(phone => [...phone].reverse().join('')) }
  // As in the index.
  const where = { [raw('reverse(customer_phone_digits)')]: reversed, status: { $ne: 'paid' as const } }
  return (await em.find(Payment, where, { fields: ['invoiceId'] })).map(({ invoiceId }) => invoiceId)
}

/**
 * Deletes the data of a customer on request: name, phone number, address, notes and chat are removed from all rows.
 * Amounts, times and order numbers stay, because books and tax need them. Refuses `not_found`, and `refused_transition`
 * while an order is open.
 */
export function eraseCustomer(app: EraseNeeds, cardId: number, actor: ModeActor): Promise<void> {
  return eraseChosenCard(app, actor, async tx => (await lockCards(tx, [cardId]))[0]!)
}

/** Deletes the data of the card that `choose` locks or splits off, in the transaction of the deletion. */
export async function eraseChosenCard(
  app: EraseNeeds,
  { accountId, mode, ...by }: ModeActor,
  choose: (tx: Tx) => Promise<CustomerCard>,
): Promise<void> {
  // Orders and payments that are not on the card yet contain data as well.
  await fileAllVisits(app, { accountId, mode })
  const pictures = await app.transaction({ accountId, mode }, async tx => {
    const card = await choose(tx)
    const cardId = card.id
    const person = await findPersonRows(tx.em, cardId)
    for (const { objects } of listAdditions(app, 'personalRows')) {
      person.otherObjects.push(...((await objects?.(tx.em, person)) ?? []))
    }
    await refuseOpenOrders(tx, person)
    await eraseOrders(tx, person)
    await erasePayments(tx, person)
    await eraseEvents(tx, person)
    await eraseAnswers(tx, person)
    await eraseChat(app, tx, person)
    const names: string[] = []
    for (const { erase } of listAdditions(app, 'personalRows')) names.push(...(await erase(tx, person, app.now())))
    await tx.em.nativeDelete(PhoneCode, { phoneDigits: { $in: person.phones } })
    await eraseCard(app, tx, card)
    const subject = `customer card ${cardId}`
    const detail = { orders: person.orderNumbers.length, payments: person.invoiceIds.length }
    await recordAct(app, tx, { accountId, ...by, act: 'customer.erased', subject, detail })
    return names
  })
  for (const name of pictures) await dropPicture(app, accountId, name)
}

// Its name, number and address are still needed.
const openStatuses: OrderStatus[] = ['waiting_payment', 'paid', 'processing']

async function refuseOpenOrders({ em }: Tx, { orderNumbers }: PersonRows): Promise<void> {
  const status = { $in: openStatuses }
  const open = await em.findOne(Order, { orderNumber: { $in: orderNumbers }, status })
  if (open)
    throw new Refusal('refused_transition', `Order ${open.orderNumber} is still open: finish or cancel it first`)
}

async function eraseOrders({ em }: Tx, { orderNumbers }: PersonRows): Promise<void> {
  const orders = { orderNumber: { $in: orderNumbers } }
  const nothing = { customerPhone: null, address: null, note: null, sellerNote: null }
  await em.nativeUpdate(Order, orders, { customerName: erasedName, ...nothing })
  const ids = (await em.find(Order, orders, { fields: ['id'] })).map(({ id }) => id)
  await em.nativeUpdate(Review, { order: { $in: ids } }, { text: null })
}

async function eraseEvents({ em }: Tx, { orderNumbers, invoiceIds, transferIds }: PersonRows): Promise<void> {
  // An event's subject may be followed by a number; for money it is a number.
  const subjects = [...orderNumbers, ...invoiceIds].map(number => ({ $gte: number, $lt: `${number}~` }))
  for (const subject of [...subjects, { $in: transferIds.map(id => `transfer ${id}`) }]) {
    await em.nativeUpdate(StoredEvent, { subject }, { payload: raw(withoutFacts('payload')) })
  }
}

/** Returns the facts of an event or a message without those that identify a customer. */
const withoutFacts = (column: 'payload' | 'data') => `(${column} - 'note' - 'sellerNote' - 'address') ||
  (select coalesce(jsonb_object_agg(key,
    case key when 'customerName' then to_jsonb('${erasedName}'::text) else 'null'::jsonb end), '{}')
  from jsonb_object_keys(${column}) key where key in ('customerName', 'customerEmail', 'customerPhone', 'payerName'))`

/** Erases the answers kept for repeated requests to the API, and what merchants' servers answered to callbacks. */
async function eraseAnswers({ em }: Tx, { orderNumbers, invoiceIds, otherObjects }: PersonRows): Promise<void> {
  const deliveries = await em.find(Delivery, { invoiceId: { $in: invoiceIds } }, { fields: ['id'] })
  await em.nativeUpdate(DeliveryAttempt, { delivery: { $in: deliveries.map(({ id }) => id) } }, { response: null })
  const others = otherObjects.flatMap(name => name.split(' ')[1] ?? [])
  const ids = [...orderNumbers, ...invoiceIds, ...others]
  if (ids.length === 0) return
  // Each answer is read once, however many orders the customer has.
  const names = (alias: string) =>
    `exists (select from regexp_split_to_table(${alias}.answer, '[^[:alnum:]_-]+') id where id in (?))`
  for (const row of await em.find(AnsweredRequest, { [raw(alias => names(alias), [ids])]: [] })) {
    row.answer = row.answer && withoutPerson(row.answer)
  }
  await em.flush()
}

async function erasePayments({ em }: Tx, { invoiceIds, transferIds }: PersonRows): Promise<void> {
  const payment = { $in: invoiceIds }
  const nobody = { customerName: null, customerEmail: null, customerPhone: null, payerName: null }
  await em.nativeUpdate(Payment, { invoiceId: payment }, nobody)
  await em.nativeUpdate(Transfer, { id: { $in: transferIds } }, { payerName: null, note: null })
  await em.nativeUpdate(Sighting, { transfer: { $in: transferIds } }, { payerName: null })
}

// The inbox belongs to no account; the person belongs to this one.
const everywhere = { filters: { caller: false } }

/** Deletes the chat, which treats them as a new customer when they return. */
async function eraseChat(app: Needs<'now'>, { em }: Tx, person: PersonRows): Promise<void> {
  const { customerIds, orderNumbers, invoiceIds, transferIds } = person
  for (const customer of await em.find(Customer, { id: { $in: customerIds } })) {
    const { botId, chatId, telegramUserId } = customer
    if (customer.hasChat()) {
      await em.nativeDelete(
        InboxUpdate,
        { bot: botId, personId: telegramUserId, state: { $ne: 'received' } },
        everywhere,
      )
      await em.nativeDelete(Notice, { bot: botId, chatId })
    }
    const { createdAt: _, ...nobody } = makeChatlessColumns(app.now())
    Object.assign(customer, { ...nobody, name: erasedName, talkUntil: null })
  }
  await em.flush()
  const isAbout = [
    { data: { orderNumber: { $in: orderNumbers } } },
    { data: { invoiceId: { $in: invoiceIds } } },
    { data: { transferId: { $in: transferIds } } },
  ]
  await em.nativeDelete(Notice, { state: { $ne: 'pending' }, $or: isAbout as object[] })
  await em.nativeUpdate(Notice, { $or: isAbout as object[] }, { data: raw<Notice['data']>(withoutFacts('data')) })
}

async function eraseCard(app: Needs<'now'>, { em }: Tx, card: CustomerCard): Promise<void> {
  await em.nativeDelete(CustomerKey, { card: card.id })
  await em.nativeUpdate(CustomerVisit, { card: card.id }, { key: '' })
  const nothing = { phone: null, isProved: false, note: null, tags: [], addresses: [] }
  Object.assign(card, { name: erasedName, ...nothing, erasedAt: app.now() })
  await em.flush()
}
