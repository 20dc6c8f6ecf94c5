import { connectors } from '../../src/connectors/index.ts'
import { findViolations, type Violation } from '../../src/doctor/find-violations.ts'
import { createClock } from '../../src/lib/clock.ts'
import type { Database } from '../../src/lib/sql.ts'
import { stockFaults } from '../../test/orders/store.ts'
import {
  type ChatCustomers,
  type ChatLedger,
  type ChatOrder,
  type ControlAnswer,
  extractKeys,
  messageText,
} from './chat-customers.ts'

export interface ChatAudit {
  orders: number
  paid: number
  goodsMessages: number
  /** The number of messages that are in a chat more than once. */
  repeated: number
  violations: Violation[]
}

/** Audits the books alone, against the customers' records, and against their chats. */
export async function auditChats(sql: Database, customers: ChatCustomers, kills: number): Promise<ChatAudit> {
  const { ledger } = customers
  const clock = createClock({ sql, shared: true })
  await clock.refresh()
  const violations = await findViolations({ sql, now: clock.now, connectors })
  const stock = await stockFaults({ sql })
  if (stock.length > 0) violations.push({ id: 'I9', sentence: 'stock is what orders and changes say', rows: stock })
  for (const { id, sentence, query } of witnesses) {
    const rows = await sql.query(`${told} select * from (${query}) exceptions limit 20`, [toldBy(ledger)])
    if (rows.length > 0) violations.push({ id, sentence, rows })
  }
  const chats = await Promise.all(
    ledger.people.map(async personId => ({ personId, chat: await customers.chatOf(personId) })),
  )
  const sold = await soldUnits(sql)
  const read = readChats(chats, sold, await sentNotices(sql), ledger.orders, kills)
  return { orders: ledger.orders.length, paid: sold.length, ...read, violations: [...violations, ...read.violations] }
}

/** Counts the objects in progress in the shop. */
export async function countUnfinishedOrders(sql: Database): Promise<number> {
  const rows = await sql.query<{ count: number }>(`
    select (select count(*) from inbox where state = 'received')
      + (select count(*) from notice where state = 'pending' and kind not in (${plannedKinds}))
      + (select count(*) from transfer where state = 'unsettled')
      + (select count(*) from store_order where status = 'waiting_payment') as count`)
  return Number(rows[0]!.count)
}

/** Counts unfinished chats, including undelivered messages of a Bot API on this database. */
export async function countUnfinishedChats(sql: Database): Promise<number> {
  const rows = await sql.query<{ count: number }>(
    'select count(*) from local_bot_api.update_queue u join bot b on b.id = u.bot_id',
  )
  return Number(rows[0]!.count) + (await countUnfinishedOrders(sql))
}

function toldBy(ledger: ChatLedger): string {
  return JSON.stringify(
    ledger.orders.map(({ orderNumber, quantity, invoiceId = null, reference = null, isCancelled = false }) => ({
      orderNumber,
      quantity,
      invoiceId,
      reference,
      isCancelled,
    })),
  )
}

/** The kinds of notices that are due later: a code that is slow, a reminder before it ends, the question for stars. */
const plannedKinds = `'order.code_slow', 'order.code_ending', 'order.review_ask'`

const told = `
  with told as (
    select * from jsonb_to_recordset($1::jsonb)
      as t("orderNumber" text, quantity integer, "invoiceId" text, reference text, "isCancelled" boolean)
  ), story as (
    select o.id, o.order_number, o.status, o.paid_at,
      count(e.id) filter (where e.type = 'order.placed') as placed,
      count(e.id) filter (where e.type = 'order.waiting_payment') as asked,
      count(e.id) filter (where e.type = 'order.paid') as paid,
      count(e.id) filter (where e.type = 'order.delivered') as delivered,
      count(e.id) filter (where e.type = 'order.completed') as completed,
      count(e.id) filter (where e.type = 'order.cancelled') as cancelled
    from store_order o left join event e on e.payload->>'orderNumber' = o.order_number and e.type like 'order.%'
      group by o.id
  )`

const witnesses = [
  {
    id: 'one order a press',
    sentence: 'every order was made by a press that somebody made once, as it was shown to them',
    query: `
      select o.order_number, t."orderNumber", t.quantity from store_order o
      full join told t on t."orderNumber" = o.order_number
      where o.id is null or t."orderNumber" is null
        or t.quantity <> (select sum(i.quantity) from order_item i where i.order_id = o.id)
        or (select count(*) from order_invoice n where n.order_id = o.id) <> 1`,
  },
  {
    id: 'paid',
    sentence: 'a customer who paid has a completed order, and one who cancelled has a cancelled order and pays nothing',
    query: `
      select o.order_number, o.status, p.status as payment, t.reference from told t
      join store_order o on o.order_number = t."orderNumber"
      left join order_invoice n on n.order_id = o.id left join payment p on p.invoice_id = n.invoice_id
      where (t.reference is not null and (o.status, p.status) is distinct from ('completed', 'paid'))
        or (t."isCancelled" and (o.status, p.status) is distinct from ('cancelled', 'cancelled'))
        or (t.reference is null and o.paid_at is not null)`,
  },
  {
    id: 'moves',
    sentence: 'an order moves as the design says, each move told once',
    query: `
      select * from story where placed <> 1 or asked > 1 or delivered <> paid or completed <> paid or paid > 1
        or (status = 'completed') <> (paid = 1) or (status = 'cancelled') <> (cancelled = 1)
        or (paid = 1 and asked <> 1) or (paid_at is not null) <> (paid = 1)`,
  },
  {
    id: 'units',
    sentence: 'every paid order has exactly its number of units, sold to nobody else, and no other order has any',
    query: `
      select o.order_number, o.status, units.count, items.quantity from store_order o
      cross join lateral (select sum(i.quantity) as quantity from order_item i where i.order_id = o.id) items
      cross join lateral (
        select count(*) as count, count(*) filter (where u.state = 'sold') as sold from stock_unit u
        join order_item i on i.id = u.order_item_id where i.order_id = o.id) units
      where units.count <> case when o.status = 'completed' then items.quantity else 0 end
        or units.sold <> units.count`,
  },
  {
    id: 'notices',
    sentence: 'what was owed was sent: nothing is pending, failed or given up, and nothing is owed twice',
    // A code may be paid before the shop knows that it was sent. The shop then has no notice to send, and the chats are
    // examined.
    query: `
      select o.order_number, o.status, n.kind, n.state, n.last_error from store_order o
      left join notice n on n.data->>'orderNumber' = o.order_number
      where n.state is distinct from 'sent' and (n.id is null or n.kind not in (${plannedKinds}))
        and not (n.state = 'skipped'
          and (n.kind = 'order.code' or (o.status = 'cancelled' and n.kind = 'order.cancelled')))
      union all
      select s.order_number, s.status, wanted.kind, 'planned ' || count(n.id), null from story s
      cross join (values ('order.code', true), ('order.code_ended', true), ('order.goods', false))
        as wanted(kind, is_always)
      left join notice n on n.data->>'orderNumber' = s.order_number and n.kind = wanted.kind
      where s.asked = 1 and (wanted.is_always or s.paid = 1)
      group by s.order_number, s.status, wanted.kind having count(n.id) <> 1`,
  },
  {
    id: 'updates',
    sentence: 'every update was handled, none was given up because of kills',
    query: `select bot_id, update_id, state, attempts, error from inbox where state <> 'done'`,
  },
]

interface Sold {
  orderNumber: string
  personId: number
  keys: string[]
}

async function soldUnits(sql: Database): Promise<Sold[]> {
  return sql.query<Sold>(`
    select o.order_number as "orderNumber", c.telegram_user_id as "personId", array_agg(u.line order by u.line) as keys
    from store_order o join customer c on c.id = o.customer_id join order_item i on i.order_id = o.id
    join stock_unit u on u.order_item_id = i.id where o.status = 'completed' group by o.id, c.id`)
}

interface Sent {
  personId: number
  messageId: number
  kind: string
  orderNumber: string
}

async function sentNotices(sql: Database): Promise<Sent[]> {
  return sql.query<Sent>(`
    select chat_id as "personId", message_id as "messageId", kind, data->>'orderNumber' as "orderNumber" from notice
    where state = 'sent' and kind like 'order.%'`)
}

// Searches for everything that customers were owed, in the places where they expect it.
function readChats(
  chats: { personId: number; chat: ControlAnswer[] }[],
  sold: Sold[],
  sent: Sent[],
  orders: ChatOrder[],
  kills: number,
): Pick<ChatAudit, 'goodsMessages' | 'repeated' | 'violations'> {
  const found = new Map<string, object[]>()
  const report = (sentence: string, row: object) => found.set(sentence, [...(found.get(sentence) ?? []), row])
  let goodsMessages = 0
  let repeated = 0

  for (const { personId, chat } of chats) {
    const isTheirs = (each: { personId: number }) => each.personId === personId
    const goods = chat.filter(message => extractKeys(message).length > 0)
    goodsMessages += goods.length
    repeated += readGoods({ personId, goods }, sold.filter(isTheirs), report)
    readSent(chat, sent.filter(isTheirs), report)
    repeated += readCodes(chat, orders.filter(isTheirs), report)
  }
  if (repeated > kills) report('a message is repeated at most once a kill', { repeated, kills })
  const violations = [...found].map(([sentence, rows]) => ({ id: 'chat', sentence, rows: rows.slice(0, 20) }))
  return { goodsMessages, repeated, violations }
}

type Report = (sentence: string, row: object) => void

/** Returns the number of extra messages with goods. */
function readGoods(
  { personId, goods }: { personId: number; goods: ControlAnswer[] },
  sold: Sold[],
  report: Report,
): number {
  let repeated = 0
  for (const { orderNumber, keys } of sold) {
    const copies = goods.filter(message => extractKeys(message).sort().join() === keys.join())
    if (copies.length === 0) report('the goods of every paid order stand in its chat', { orderNumber, keys })
    repeated += Math.max(0, copies.length - 1)
  }
  const known = new Set(sold.map(order => order.keys.join()))
  for (const message of goods.filter(each => !known.has(extractKeys(each).sort().join()))) {
    const text = messageText(message)
    report('a message of goods holds all keys of one paid order of that person and no other', { personId, text })
  }
  return repeated
}

function readSent(chat: ControlAnswer[], sent: Sent[], report: Report): void {
  for (const notice of sent) {
    const message = chat.find(each => each.message_id === notice.messageId)
    if (!message) report('every message that was sent stands in its chat', notice)
    else if (notice.kind === 'order.code_ended' && !isOver(message)) {
      report('the message of a code that ended cannot be paid from', { ...notice, text: messageText(message) })
    }
  }
}

/** Returns the number of extra codes. */
function readCodes(chat: ControlAnswer[], orders: ChatOrder[], report: Report): number {
  let repeated = 0
  for (const { personId, invoiceId } of orders.filter(order => order.invoiceId)) {
    const codes = chat.filter(message => message.photo && messageText(message).includes(invoiceId!))
    if (codes.length === 0) report('the code of every order stands in its chat', { personId, invoiceId })
    repeated += Math.max(0, codes.length - 1)
  }
  return repeated
}

function isOver(message: ControlAnswer): boolean {
  const hasButtons = (message.reply_markup?.inline_keyboard ?? []).length > 0
  return !hasButtons && /LUNAS|Dibatalkan/.test(messageText(message))
}
