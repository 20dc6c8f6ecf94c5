import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { redeliverCallbacks } from '../../src/callbacks/redeliver.ts'
import { sendTestCallback } from '../../src/callbacks/send-test-callback.ts'
import { ConnectorError } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { silentLog } from '../../src/lib/log.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { createLocalWake, type Wake } from '../../src/lib/wake.ts'
import { draftBroadcast } from '../../src/modules/broadcasts/draft-broadcast.ts'
import { startBroadcast } from '../../src/modules/broadcasts/start-broadcast.ts'
import { acceptTransfer } from '../../src/money/accept-transfer.ts'
import { dismissTransfer } from '../../src/money/dismiss-transfer.ts'
import { retryNotice } from '../../src/notices/retry-notice.ts'
import { revokeBot } from '../../src/notices/revoke-bot.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import { cancelStaleOrders } from '../../src/orders/cancel-stale-orders.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { undoMove } from '../../src/orders/undo-move.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { cancelPayment } from '../../src/payments/cancel-payment.ts'
import { chargePayments } from '../../src/payments/charge-payments.ts'
import { expirePayments } from '../../src/payments/expire-payments.ts'
import { pickOffer } from '../../src/payments/pick-offer.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { deliverAllEvents, deliverEventsOnce } from '../kit/endpoints.ts'
import { invoice, newCustomer, openStall, order, pay, type Stall } from '../orders/store.ts'
import { create, detect, letExpire, send } from '../payments/scenario.ts'

// A missing hint delays a customer by the interval of a sweep, and no other test would notice.

let shop: TestShop
let stall: Stall
let woken: Set<string>

beforeAll(async () => {
  const wake = createLocalWake(silentLog)
  const heard: Wake = {
    ...wake,
    notify(channel) {
      woken.add(channel)
      wake.notify(channel)
    },
    notifyLater() {},
  }
  woken = new Set()
  shop = await createTestShop({ settings: { EDITION: 'verification' }, parts: { wake: heard } })
  stall = await openStall(shop.app, shop.demo)
  await openChat()
})
afterAll(() => shop.close())
beforeEach(() => {
  woken.clear()
})

/** Gives the merchant a chat, so that there is a recipient. */
async function openChat(): Promise<void> {
  await shop.app.sql.write(`
    insert into bot (id, mode, username, first_name, me, sealed_token, hook_id)
    values (77, 'live', 'warung_platform_bot', 'Warung', '{}', '-', 'hook')`)
  await shop.app.sql.write(
    `insert into merchant_chat (account_id, chat_id, name, language, linked_at) values ($1, 99, 'Siti', 'id', now())`,
    [shop.demo.accountId],
  )
}

/** Returns the channels that the work sends hints to. */
async function wokenBy(work: () => Promise<unknown>): Promise<string[]> {
  woken.clear()
  await work()
  // The module of open lists itself tests that they receive every event.
  return [...woken].filter(channel => channel !== 'alerts').toSorted()
}

async function moneyInReview(): Promise<{ transferId: number; invoiceId: string }> {
  const payment = await create(shop)
  await letExpire(shop)
  const { reference } = await send(shop, { invoice_id: payment.invoice_id })
  await detect(shop)
  const [row] = await shop.app.sql.query<{ id: number }>('select id from transfer where reference = $1', [reference])
  return { transferId: row!.id, invoiceId: payment.invoice_id }
}

describe('a payment wakes', () => {
  test('a payment wakes code makers if it needs a code, and none if money is matched by amount', async () => {
    expect(await wokenBy(() => create(shop, { payment_method: 'qris' }))).toEqual(['charges'])
    expect(await wokenBy(() => create(shop))).toEqual([])
  })

  test('a payment wakes the open page when its code exists', async () => {
    await create(shop, { payment_method: 'qris' })
    expect(await wokenBy(() => waitUntilFinished(chargePayments(shop.app, 100)))).toEqual(['payments'])
    expect(await wokenBy(() => waitUntilFinished(chargePayments(shop.app, 100)))).toEqual([])
  })

  test('a refused code also wakes the page, and a reference already in use wakes the next request', async () => {
    const failing = (kind: 'refused' | 'taken') => ({
      ...shop.app,
      connectors: {
        ...connectors,
        interactive: {
          ...connectors.interactive!,
          charge: async () => {
            throw new ConnectorError(kind, 'no')
          },
        },
      },
    })
    await create(shop, { payment_method: 'qris' })
    expect(await wokenBy(() => waitUntilFinished(chargePayments(failing('taken'), 100)))).toEqual(['charges'])
    await shop.hurry()
    expect(await wokenBy(() => waitUntilFinished(chargePayments(failing('refused'), 100)))).toContain('payments')
    // Another method remains, so the payment does not end; the page reports that this method is gone.
    const { invoice_id } = await create(shop, { payment_method: 'all' })
    await pickOffer(shop.app, invoice_id, 'qris')
    expect(await wokenBy(() => waitUntilFinished(chargePayments(failing('refused'), 100)))).toContain('payments')
    expect((await shop.api(`/check-payment?invoice=${invoice_id}`)).body.status).toBe('pending')
  })

  test('a payment wakes code makers and the page once its payer has chosen', async () => {
    const { invoice_id } = await create(shop, { payment_method: 'all' })
    const pick = () => pickOffer(shop.app, invoice_id, 'qris')
    expect(await wokenBy(pick)).toEqual(['charges', 'payments'])
    expect(await wokenBy(pick)).toEqual([])
  })

  test('a payment wakes everything that waits for it when it is paid, and the page when it ends', async () => {
    const [paid, cancelled] = [await create(shop), await create(shop)]
    await send(shop, { invoice_id: paid.invoice_id })
    await shop.hurry()
    expect(await wokenBy(() => shop.work())).toEqual(expect.arrayContaining(['callbacks', 'notices', 'payments']))
    expect(await wokenBy(() => cancelPayment(shop.app, shop.demo, cancelled.invoice_id, 'merchant'))).toContain(
      'payments',
    )
    await create(shop)
    shop.advance(1805)
    expect(await wokenBy(() => expirePayments(shop.app))).toEqual([])
    await shop.hurry()
    await shop.work()
    await create(shop)
    shop.advance(1805)
    await shop.hurry()
    expect(await wokenBy(() => shop.work())).toContain('payments')
  })
})

describe('money in review wakes', () => {
  test('money in review wakes callbacks, chats and pages when it is accepted', async () => {
    const { transferId, invoiceId } = await moneyInReview()
    const accept = () => acceptTransfer(shop.app, shop.demo, { transferId, invoiceId, actor: 'command' })
    expect(await wokenBy(accept)).toEqual(['callbacks', 'notices', 'payments'])
  })

  test('ignored money in review wakes pages, without messages', async () => {
    const { transferId } = await moneyInReview()
    const dismiss = () => dismissTransfer(shop.app, shop.demo, { transferId, as: 'ignored', actor: 'command' })
    expect(await wokenBy(dismiss)).toEqual(['payments'])
  })
})

describe('an order wakes', () => {
  test('an order wakes chats on each of its changes', async () => {
    const customer = await newCustomer(stall)
    const { token } = await order(stall, customer, { mug: 1 })
    const request = () =>
      requestPayment(shop.app, stall.standing, { customerId: customer, token, paymentMethod: 'qris' })
    expect(await wokenBy(request)).toEqual(['charges', 'notices'])
    const cancel = () => cancelOrder(shop.app, shop.demo.accountId, customer, token)
    expect(await wokenBy(cancel)).toEqual(expect.arrayContaining(['notices', 'payments']))

    const open = await invoice(stall, customer, { mug: 1 })
    await shop.work()
    await pay(stall, open.payment.invoiceId)
    const move = () =>
      updateOrderStatus(shop.app, stall.standing, {
        orderNumber: open.order.orderNumber,
        status: 'completed',
        notify: true,
      })
    expect(await wokenBy(move)).toContain('notices')
    expect(await wokenBy(() => undoMove(shop.app, shop.demo.accountId, open.order.orderNumber))).toContain('notices')
  })

  test('an order wakes chats when it has expired, and not otherwise', async () => {
    await order(stall, await newCustomer(stall), { mug: 1 })
    expect(await wokenBy(() => cancelStaleOrders(shop.app))).toEqual([])
    shop.advance(3 * 86_400)
    expect(await wokenBy(() => cancelStaleOrders(shop.app))).toEqual(['notices'])
  })
})

describe('a callback wakes its senders', () => {
  test('a callback wakes its senders when it is resent or tested', async () => {
    const paid = await create(shop, { callback_url: `${shop.sandboxUrl}/receiver` })
    await send(shop, { invoice_id: paid.invoice_id })
    await detect(shop)
    const again = () =>
      redeliverCallbacks(shop.app, { owner: shop.demo, which: { invoiceId: paid.invoice_id }, by: 'sari' })
    expect(await wokenBy(again)).toEqual(['callbacks'])
    const tryOut = () => sendTestCallback(shop.app, shop.demo, { by: 'sari' })
    expect(await wokenBy(tryOut)).toContain('callbacks')
  })

  test('events wake their senders when due or resent, when an endpoint is enabled, and when more wait', async () => {
    const asked = { url: `${shop.sandboxUrl}/receiver`, types: ['payment.created', 'payment.cancelled'] }
    const { endpoint_id } = (await shop.api('/create-endpoint', { body: asked })).body
    const post = (path: string, body: object) => () => shop.api(path, { body })
    for (let made = 0; made < 2; made++) await create(shop)
    const { invoice_id } = await create(shop)
    expect(await wokenBy(post('/cancel-payment', { invoice: invoice_id }))).toContain('endpoints')
    await deliverEventsOnce(shop, 1)
    expect(await wokenBy(() => deliverEventsOnce(shop, 1))).toEqual(['more-events'])
    await deliverAllEvents(shop)
    expect(await wokenBy(() => deliverEventsOnce(shop, 1))).toEqual([])

    expect(await wokenBy(post('/test-endpoint', { endpoint_id, type: 'payment.created' }))).toEqual(['endpoints'])
    await post('/update-endpoint', { endpoint_id, enabled: false })()
    expect(await wokenBy(post('/update-endpoint', { endpoint_id, enabled: true }))).toEqual(['endpoints'])
    const { data } = (await shop.api('/list-deliveries?type=payment.cancelled')).body
    const { delivery_id } = data[0]
    expect(await wokenBy(post('/resend-delivery', { delivery_id }))).toEqual(['endpoints'])
  })
})

test('a resent notice wakes the chats, and a refused bot token wakes the processes that run bots', async () => {
  const [given] = await shop.app.sql.query<{ id: number }>(
    "update notice set state = 'failed', ended_at = now() where id = (select max(id) from notice) returning id",
  )
  expect(await wokenBy(() => retryNotice(shop.app, given!.id, commandActor))).toEqual(['notices'])
  const bot = { id: 77, accountId: null, username: 'warung_platform_bot', sealedToken: '-' }
  expect(await wokenBy(() => revokeBot(shop.app, bot))).toEqual(['bots'])
})

test('a broadcast wakes its sender when it starts, but not as a draft or twice', async () => {
  // The stall's bot, whose id is that of its account.
  await newCustomer(stall)
  const accounts = [shop.demo.accountId]
  const message = { botId: shop.demo.accountId, authorChatId: 99, text: 'Diskon', picture: null, once: 'one' }
  const draft = () => draftBroadcast(shop.app, accounts, message)
  expect(await wokenBy(draft)).toEqual([])
  const begin = { broadcastId: await draft(), segment: 'all' as const }
  expect(await wokenBy(() => startBroadcast(shop.app, accounts, begin))).toContain('broadcasts')
  expect(await wokenBy(() => startBroadcast(shop.app, accounts, begin))).toEqual([])
})
