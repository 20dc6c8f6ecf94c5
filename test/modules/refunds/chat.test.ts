import { createHash, randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FormContext, PlatformContext } from '../../../bot/context.ts'
import type { FormConversation } from '../../../bot/forms/checkout-form.ts'
import type { PressHandler } from '../../../bot/screens/screen.ts'
import { makePress } from '../../../bot/telegram/message.ts'
import { texts } from '../../../bot/texts/texts.ts'
import { connectors } from '../../../src/connectors/index.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import { merchantRefundScreen, refundRow } from '../../../src/modules/refunds/bot/merchant-refund.ts'
import { refundPayment } from '../../../src/modules/refunds/refund-payment.ts'
import { findOrder } from '../../../src/orders/find-order.ts'
import { seen } from '../../bot/screens/samples.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { invoice, newCustomer, openStall, pay, type Stall, shelves } from '../../orders/store.ts'

// A refund in the merchant's chat, without Telegram: the press, the questions, and what is stored.

let shop: TestShop
let stall: Stall
const chat = randomInt(1_000_000, 9_000_000)

const refunding = { ...connectors.interactive!, refund: async () => ({ state: 'pending', reference: 'RF-1' }) }

beforeAll(async () => {
  shop = await createTestShop({
    isClockStopped: true,
    parts: { connectors: { ...connectors, interactive: refunding as typeof connectors.interactive } },
  })
  stall = await openStall(shop.app, shop.demo, shelves.replace('stock: 3', 'stock: 100'))
  await shop.app.sql.write(
    `insert into merchant_chat (account_id, chat_id, name, language, linked_at) values ($1, $2, 'Sri', 'id', now())`,
    [shop.demo.accountId, chat],
  )
})
afterAll(() => shop.close())

async function paidOrder() {
  const { order, payment } = await invoice(stall, await newCustomer(stall), { mug: 1, shave: 1 })
  await shop.work()
  await pay(stall, payment.invoiceId)
  return { number: order.orderNumber, invoiceId: payment.invoiceId, paid: payment.finalAmount }
}

interface Chat {
  ctx: PlatformContext
  said: string[]
  alerts: string[]
  opened: unknown[][]
}

/** Returns a chat of a member of the demo account, whose forms are kept instead of being started. */
function openChat({ once = randomUUID(), mayRefund = true, isTheirs = true } = {}): Chat {
  const [said, alerts, opened]: [string[], string[], unknown[][]] = [[], [], []]
  const accountIds = [isTheirs ? shop.demo.accountId : shop.second.accountId]
  const ctx = {
    app: shop.app,
    language: 'id',
    t: texts.id,
    from: { id: chat, first_name: 'Sri' },
    once,
    accountIds,
    accountsFor: (act: string) => (mayRefund || act !== 'money' ? accountIds : []),
    alert: async (text: string) => void alerts.push(text),
    say: async (message: Parameters<typeof seen>[0]) => void said.push(seen(message).replaceAll('~', '\u00a0')),
    show: async (message: Parameters<typeof seen>[0]) => void said.push(seen(message).replaceAll('~', '\u00a0')),
    form: async (...args: unknown[]) => void opened.push(args),
  } as unknown as PlatformContext
  return { ctx, said, alerts, opened }
}

const { refundpart } = merchantRefundScreen.presses as Record<string, PressHandler<PlatformContext>>
const press = (ctx: PlatformContext, number: string) => refundpart!(ctx, [number])

/** Answers the form's questions: a text is a message, a list is the data of a pressed button. */
async function fill({ ctx, opened }: Chat, ...answers: (string | [press: string])[]): Promise<void> {
  const talk = {
    wait: async () => {
      const answer = answers.shift()
      if (answer === undefined) throw new Error('another question')
      return typeof answer === 'string' ? { message: { text: answer } } : { callbackQuery: { data: answer[0] } }
    },
    external: (run: (outside: PlatformContext) => unknown) => run(ctx),
  } as unknown as FormConversation
  const [name, request] = opened.at(-1)!
  const form = merchantRefundScreen.forms![name as 'refundpart']!
  await form(talk, ctx as unknown as FormContext, request as never)
  expect(answers).toEqual([])
}

const yes: [string] = [makePress('form', 'yes')]
const scope = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })

const refundsOf = (invoiceId: string) =>
  shop.app.sql.query('select key, amount, reason, state, actor, mode from refund where invoice_id = $1 order by id', [
    invoiceId,
  ])

/** The public id that a repeated update must have again: a UUID of version 8. */
function keyOf(once: string): string {
  const hex = createHash('sha256').update(`refund ${once}`).digest('hex')
  return hex.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5')
}

test('a press asks how much to refund, at most what is left, and names the provider that sends it', async () => {
  const { number, invoiceId, paid } = await paidOrder()
  const label = await shop.app.sql.query<{ label: string }>(
    "select label from connection where connector = 'interactive'",
  )
  const first = openChat()
  await press(first.ctx, number)
  expect(first.opened).toEqual([
    ['refundpart', { orderNumber: number, invoiceId, left: paid, sender: label[0]!.label }],
  ])
  await refundPayment(shop.app, scope(), { invoiceId, amount: 1_201, isNoted: true }, { actor: 'user 1' })
  const second = openChat()
  await press(second.ctx, number)
  expect(second.opened).toMatchObject([['refundpart', { left: paid - 1_201 }]])
  await refundPayment(shop.app, scope(), { invoiceId, isNoted: true }, { actor: 'user 1' })
  const third = openChat()
  await press(third.ctx, number)
  expect([third.opened, third.alerts]).toEqual([[], ['Tidak ada lagi yang bisa dikembalikan dari pesanan ini.']])
})

test('a press by a person without the permission, or of another shop, opens nothing', async () => {
  const { number } = await paidOrder()
  const theirs = openChat({ mayRefund: false })
  await expect(press(theirs.ctx, number)).rejects.toMatchObject({ code: 'forbidden' })
  const strangers = openChat({ isTheirs: false })
  await press(strangers.ctx, number)
  expect([theirs.opened, strangers.opened, strangers.alerts]).toEqual([[], [], [texts.id.orderUnknown]])
})

test('the form repeats its question until an amount is possible, and refunds once it is confirmed', async () => {
  const { number, invoiceId, paid } = await paidOrder()
  const talk = openChat()
  await press(talk.ctx, number)
  await fill(talk, 'murah', '0', `${paid + 1}`, `${paid} gagang retak`, 'ya', [makePress('form', 'no')], yes)
  const wrong = `Ketik nominal dari Rp 1 sampai ${formatRupiah(paid)}, misalnya "15.000 gelas pecah".`
  const question = `Berapa yang dikembalikan? Paling banyak ${formatRupiah(paid)}.`
  expect(talk.said[0]).toContain(question)
  expect(talk.said.slice(1, 4).map(text => text.replaceAll('&quot;', '"'))).toEqual([wrong, wrong, wrong])
  expect(talk.said[4]).toContain(`Kembalikan ${formatRupiah(paid)} untuk ${number}?\ngagang retak\n`)
  expect(talk.said[4]).toContain('diminta mengirim uangnya ke pembayar.')
  expect(talk.said[5]).toContain(`✅ Penyedia diminta mengembalikan ${formatRupiah(paid)}.`)
  expect(talk.said).toHaveLength(6)
  expect(await refundsOf(invoiceId)).toEqual([
    {
      key: keyOf(talk.ctx.once),
      amount: paid,
      reason: 'gagang retak',
      state: 'requested',
      actor: `chat ${chat}`,
      mode: 'test',
    },
  ])
})

test('a confirmation that is handled again after a crash refunds once', async () => {
  const { number, invoiceId } = await paidOrder()
  const talk = openChat()
  await press(talk.ctx, number)
  for (let run = 0; run < 2; run++) await fill(talk, '1.202', yes)
  expect(await refundsOf(invoiceId)).toMatchObject([{ amount: 1_202, reason: null, key: keyOf(talk.ctx.once) }])
  const another = openChat()
  await press(another.ctx, number)
  await fill(another, '1.202', yes)
  expect(await refundsOf(invoiceId)).toHaveLength(2)
})

test('money that the merchant must send is recorded at once, and the question says so', async () => {
  const { number, invoiceId } = await paidOrder()
  await shop.app.sql.write("update connection set is_active = false where connector = 'interactive'")
  try {
    const talk = openChat()
    await press(talk.ctx, number)
    expect(talk.opened).toMatchObject([['refundpart', { sender: null }]])
    await fill(talk, '1.203', yes)
    expect(talk.said[1]).toContain('Warung tidak mengirim uangnya: kirim dulu ke pembeli. Pembeli diberi tahu.')
    expect(talk.said[2]).toContain(`✅ ${formatRupiah(1_203)} dicatat sudah dikembalikan.`)
    expect(await refundsOf(invoiceId)).toMatchObject([{ amount: 1_203, state: 'succeeded' }])
  } finally {
    await shop.app.sql.write("update connection set is_active = true where connector = 'interactive'")
  }
})

test('a permission that was lost before the confirmation refunds nothing', async () => {
  const { number, invoiceId } = await paidOrder()
  const talk = openChat()
  await press(talk.ctx, number)
  const demoted = { ...talk, ctx: { ...talk.ctx, accountsFor: () => [] } as unknown as PlatformContext }
  await expect(fill(demoted, '1.204', yes)).rejects.toMatchObject({ code: 'forbidden' })
  const moved = { ...talk, ctx: { ...talk.ctx, accountIds: [shop.second.accountId] } as unknown as PlatformContext }
  await fill(moved, '1.204', yes)
  expect(talk.alerts).toEqual([texts.id.orderUnknown])
  expect(await refundsOf(invoiceId)).toEqual([])
})

test('the button is on the card of an order until nothing is left', async () => {
  const { order, payment } = await invoice(stall, await newCustomer(stall), { mug: 1 })
  const { orderNumber } = order
  const row = async (language: 'id' | 'en' = 'id') =>
    refundRow(await findOrder(shop.app, shop.demo, orderNumber), language)
  expect(await row()).toEqual([])
  await shop.work()
  await pay(stall, payment.invoiceId)
  const button = { text: '↩️ Kembalikan sebagian', press: makePress('refundpart', orderNumber) }
  expect([await row(), await row('en')]).toEqual([[[button]], [[{ ...button, text: '↩️ Refund a part' }]]])
  await refundPayment(shop.app, scope(), { invoiceId: payment.invoiceId, isNoted: true }, { actor: 'user 1' })
  expect(await row()).toEqual([])
})
