import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NoticeReader, NoticeView } from '../../../bot/notices/notice-view.ts'
import type { Message } from '../../../bot/telegram/message.ts'
import { classifyMessage, stripTags } from '../../../bot/telegram/send.ts'
import { texts } from '../../../bot/texts/texts.ts'
import { Account } from '../../../src/accounts/account.ts'
import { Refusal } from '../../../src/lib/refusal.ts'
import { waitUntilFinished } from '../../../src/lib/started.ts'
import { reviewTransfer } from '../../../src/money/review-transfer.ts'
import { deliverNotices } from '../../../src/notices/deliver-notices.ts'
import type { Messenger, OutgoingNotice } from '../../../src/notices/messenger.ts'
import { cancelLeftoverInvoices } from '../../../src/orders/cancel-leftover-invoices.ts'
import { cancelOrder } from '../../../src/orders/cancel-order.ts'
import { Customer } from '../../../src/orders/customers/customer.ts'
import { Order } from '../../../src/orders/order.ts'
import { requestPayment } from '../../../src/orders/request-payment.ts'
import { undoMove } from '../../../src/orders/undo-move.ts'
import { updateOrderStatus } from '../../../src/orders/update-order-status.ts'
import { expirePayments } from '../../../src/payments/expire-payments.ts'
import { Payment } from '../../../src/payments/payment.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { noticeViews } from '../../kit/parts.ts'
import { look, newCustomer, openStall, pay, order as place, type Stall } from '../../orders/store.ts'

let shop: TestShop
let stall: Stall

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo)
})
afterAll(() => shop.close())

/** A chat that records what its messages show, by the rules of Telegram and of the messenger. */
interface Chat {
  customer: number
  order: Order
  invoices: string[]
  messages: Map<number, { text: string; picture: string | null; buttons: string[] }>
}

let nextMessage = 1000
/** The chats by id. */
const chats = new Map<number, Chat>()

function show(chat: Chat, id: number, message: Message): void {
  const text = stripTags(message.text.text)
  const buttons = (message.buttons ?? []).flat().map(one => ('press' in one ? String(one.press) : ''))
  chat.messages.set(id, { text, picture: message.photo?.key ?? null, buttons })
}

async function deliver(): Promise<void> {
  const { accountId } = shop.demo
  const messenger: Messenger = {
    async deliver(notice: OutgoingNotice) {
      const chat = chats.get(notice.chatId)!
      const view = noticeViews[notice.kind] as NoticeView<never>
      const reader = {
        app: shop.app,
        chatId: notice.chatId,
        accountId,
        language: 'id',
        t: texts.id,
        edited: notice.edited,
        bot: { id: accountId, accountId, mode: 'test', firstName: 'Shop' },
      } as unknown as NoticeReader
      const message = await view(reader, notice.data as never)
      if (message === null) return { is: 'skipped', why: 'nothing' }
      if (typeof message === 'number') return { is: 'waiting', forS: message }
      const messageId = notice.edited?.messageId ?? message.over ?? null
      if (message.isEditOnly && messageId === null) return { is: 'skipped', why: 'no message' }
      const id = messageId ?? nextMessage++
      show(chat, id, message)
      return { is: 'sent', message: { messageId: id, form: classifyMessage(message) } }
    },
  }
  for (let round = 0; round < 8; round++) {
    const started = await waitUntilFinished(deliverNotices({ ...shop.app, messenger }, 50))
    if (started === 0) return
  }
}

async function open(): Promise<Chat> {
  const customer = await newCustomer(stall)
  const order = await place(stall, customer, { shave: 1 })
  const { chatId } = await shop.app.em('installation').findOneOrFail(Customer, customer)
  const chat: Chat = { customer, order, invoices: [], messages: new Map() }
  chats.set(chatId, chat)
  return chat
}

/** Presses "Bayar" or "Buat QR baru" in the message of the last code, or in another. */
async function request(chat: Chat, where: 'same' | 'other'): Promise<void> {
  const { app } = shop
  const now = await look(stall, chat.order)
  if (now.status !== 'pending') return
  const messageId = where === 'same' && now.cardMessageId !== null ? now.cardMessageId : nextMessage++
  chat.messages.set(messageId, { text: 'Menyiapkan QR', picture: null, buttons: [] })
  await app.em('installation').nativeUpdate(Order, { id: chat.order.id }, { cardMessageId: messageId })
  const opened = await requestPayment(app, stall.standing, { customerId: chat.customer, token: chat.order.token })
  chat.invoices.push(opened.payment.invoiceId)
  await shop.work()
}

async function expire(): Promise<void> {
  await shop.app.sql.write('update charge set is_closed = true')
  shop.advance(1801)
  await expirePayments(shop.app)
}

const scope = () => ({ accountId: shop.demo.accountId, mode: shop.demo.mode })

async function accept(chat: Chat): Promise<void> {
  const [waiting] = await shop.app.sql.query<{ id: number }>(
    `select t.id from transfer t join order_invoice i on i.invoice_id = coalesce(t.invoice_id, t.likely_invoice_id)
     where i.order_id = $1 and t.state = 'review' and t.reason = 'late' order by t.id limit 1`,
    [chat.order.id],
  )
  if (waiting) await reviewTransfer(shop.app, scope(), { transferId: waiting.id, action: 'accept', actor: 'test' })
}

/** Sends late money: it waits for a decision, or the account's rule accepts it. */
async function payLate(chat: Chat, isAccepted: boolean): Promise<void> {
  if (chat.invoices.length === 0) return
  await shop.app.em('installation').nativeUpdate(Account, { id: shop.demo.accountId }, { acceptsLateMoney: isAccepted })
  await pay(stall, chat.invoices[0]!)
}

const acts: Record<string, (chat: Chat) => Promise<unknown>> = {
  'code in the same message': chat => request(chat, 'same'),
  'code in another message': chat => request(chat, 'other'),
  expire,
  'late money waits': chat => payLate(chat, false),
  'late money is accepted': chat => payLate(chat, true),
  accept,
  'newest is paid': chat => (chat.invoices.length > 0 ? pay(stall, chat.invoices.at(-1)!) : Promise.resolve()),
  'customer cancels': chat => cancelOrder(shop.app, shop.demo.accountId, chat.customer, chat.order.token),
  'merchant cancels': chat =>
    updateOrderStatus(shop.app, scope(), {
      orderNumber: chat.order.orderNumber,
      status: 'cancelled' as const,
      notify: true,
    }),
  'merchant cancels quietly': chat =>
    updateOrderStatus(shop.app, scope(), {
      orderNumber: chat.order.orderNumber,
      status: 'cancelled' as const,
      notify: false,
    }),
  undo: chat => undoMove(shop.app, shop.demo.accountId, chat.order.orderNumber),
  sweep: () => cancelLeftoverInvoices(shop.app),
}

/** Finds messages that ask for money which would not pay the order. */
async function faultsOf(chat: Chat): Promise<string[]> {
  const now = await look(stall, chat.order)
  const payments = await shop.app.em('installation').find(Payment, { invoiceId: chat.invoices })
  return [...chat.messages].flatMap(([id, { text, picture, buttons }]) => {
    const invoiceId = /INV-[0-9A-Z]{20}/.exec(picture ?? '')?.[0]
    const isOpen = payments.some(one => one.invoiceId === invoiceId && one.status === 'pending')
    const isCode = / (code|number) payable /.test(picture ?? '')
    const offers = picture !== null && buttons.some(press => press.startsWith('pay'))
    const faults = {
      'shows a code that must not be paid': isCode && !(isOpen && now.isUnpaid()),
      'says something else than its picture': isCode !== text.includes('Bayar sebelum'),
      'offers another code': offers && !now.isUnpaid(),
      'still announces a code': text === 'Menyiapkan QR' && now.isOver(),
    }
    return Object.entries(faults).flatMap(([fault, is]) => (is ? [`${id} ${fault}: ${text}`] : []))
  })
}

async function walk(names: readonly string[]): Promise<Chat> {
  const chat = await open()
  for (const [index, name] of names.entries()) {
    try {
      await acts[name]!(chat)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
    await deliver()
    expect(await faultsOf(chat), names.slice(0, index + 1).join(', ')).toEqual([])
  }
  return chat
}

describe('the pictures of codes in the chat', () => {
  const [first, expired] = ['code in the same message', 'expire'] as const
  const known = [
    [first, expired, 'late money waits', 'code in another message', 'accept', 'sweep'],
    [first, expired, 'code in another message', 'late money is accepted', 'sweep'],
    [first, expired, 'code in the same message', 'late money waits', 'accept', 'sweep'],
    [first, expired, 'code in another message', expired, 'late money is accepted'],
    [first, expired, 'code in another message', 'newest is paid', 'late money waits'],
    [first, 'merchant cancels', 'undo', 'code in another message', 'newest is paid'],
    [first, expired, 'code in another message', 'merchant cancels quietly'],
    [first, 'customer cancels', 'newest is paid'],
    [first, expired, 'late money waits', 'merchant cancels'],
  ]
  test.each(known.map(names => [names.join(', '), names] as const))(
    'no message in the chat asks for money that would not pay its order, after: %s',
    async (_, names) => void (await walk(names)),
  )

  test('no message in the chat asks for money that would not pay its order, after any other events', async () => {
    const names = Object.keys(acts)
    // Many more are run before a release.
    const runs = process.env.WARUNG_CRASHES === undefined ? 10 : 200
    for (let run = 0; run < runs; run++) {
      const others = Array.from({ length: 6 }, () => names[randomInt(names.length)]!)
      await walk([first, ...others])
    }
  }, 600_000)
})

test('money for a closed code of a paid order is reported as a second payment', async () => {
  const chat = await walk([
    ...['code in the same message', 'expire', 'late money waits', 'code in another message', 'accept', 'sweep'],
    'newest is paid',
  ])
  const said = [...chat.messages.values()].map(({ text }) => text).join('\n')
  expect(said).toContain('sekali lagi untuk pesanan yang sudah dibayar')
  expect(said).not.toContain('pesanan yang sudah dibatalkan')
})
