import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connector, ConnectorError } from '../../../src/connectors/connector.ts'
import { connectors } from '../../../src/connectors/index.ts'
import type { SentRefund } from '../../../src/connectors/refund.ts'
import { decideRefund } from '../../../src/modules/refunds/finish-refund.ts'
import { sendRefunds } from '../../../src/modules/refunds/send-refunds.ts'
import { openSnapShop, type SnapShop } from '../../hooks/snap-shop.ts'
import { withOutage } from '../../kit/outage.ts'
import { create, detect, send } from '../../payments/scenario.ts'

let shop: SnapShop
let answers: (SentRefund | ConnectorError)[] = []
const asked: { key: string; amount: number }[] = []
/** Runs during the request to the provider. */
let meanwhile = () => {}

const refunding: Connector = {
  ...connectors.snap!,
  async refund(_call, _charge, { key, amount }) {
    asked.push({ key, amount })
    meanwhile()
    const answer = answers.shift() ?? { state: 'succeeded', reference: `R-${key}` }
    if (answer instanceof ConnectorError) throw answer
    return answer as SentRefund
  },
  async refundState(_call, _charge, { key }) {
    const answer = answers.shift() ?? { state: 'succeeded', reference: `R-${key}` }
    if (answer instanceof ConnectorError) throw answer
    return answer as SentRefund
  },
}

beforeAll(async () => {
  shop = await openSnapShop('midtrans', { parts: { connectors: { ...connectors, snap: refunding } } })
})
afterAll(() => shop.close())

async function paidPayment() {
  asked.splice(0)
  const payment = await create(shop, { payment_method: 'qris' })
  await detect(shop)
  await send(shop, { invoice_id: payment.invoice_id })
  await detect(shop)
  return payment.invoice_id as string
}

const refund = (invoice: string, amount: number) => shop.api('/refund-payment', { body: { invoice, amount } })
const check = async (invoice: string) => (await shop.api(`/check-payment?invoice=${invoice}`)).body

test('a refund counts once its provider has sent it, and its amount is reserved until then', async () => {
  const invoice = await paidPayment()
  const { body } = await refund(invoice, 700)
  expect(body.refund).toMatchObject({ status: 'requested', by_provider: true, amount: 700 })
  expect(await check(invoice)).toMatchObject({ refunded_amount: null, refunds: [{ status: 'requested' }] })
  expect((await shop.api('/note-refund', { body: { invoice } })).body.code).toBe('refused_transition')
  const tooMuch = await refund(invoice, (await check(invoice)).final_amount)
  expect([tooMuch.status, tooMuch.body.fields[0].path]).toEqual([400, 'amount'])
  await Promise.all([sendRefunds(shop.app), sendRefunds(shop.app)])
  expect(asked).toEqual([{ key: body.refund.refund_id, amount: 700 }])
  expect(await check(invoice)).toMatchObject({ refunded_amount: 700, refunds: [{ status: 'succeeded' }] })
})

test('a refund whose response was lost is requested again with the same key, and counts once', async () => {
  const invoice = await paidPayment()
  const { body } = await refund(invoice, 900)
  answers = [new ConnectorError('unreachable', 'no answer')]
  await sendRefunds(shop.app)
  expect(await check(invoice)).toMatchObject({ refunded_amount: null, refunds: [{ status: 'sent' }] })
  await sendRefunds(shop.app)
  expect(asked).toHaveLength(1)
  shop.advance(3_600)
  await sendRefunds(shop.app)
  expect(asked.map(({ key }) => key)).toEqual([body.refund.refund_id, body.refund.refund_id])
  shop.advance(3_600)
  await sendRefunds(shop.app)
  expect(asked).toHaveLength(2)
  expect(await check(invoice)).toMatchObject({ refunded_amount: 900, refunds: [{ status: 'succeeded' }] })
})

test('a refund that its provider has sent counts at once although PostgreSQL is away when it answers', async () => {
  const invoice = await paidPayment()
  await refund(invoice, 400)
  const outage = withOutage(shop.app)
  meanwhile = () => outage.refuse(2)
  await sendRefunds(outage.app)
  meanwhile = () => {}
  expect(outage.left()).toBe(0)
  expect(asked).toHaveLength(1)
  expect(await check(invoice)).toMatchObject({ refunded_amount: 400, refunds: [{ status: 'succeeded' }] })
})

test('a refund that its provider has accepted does not fail when a look-up is refused', async () => {
  const invoice = await paidPayment()
  const { body } = await refund(invoice, 600)
  answers = [
    { state: 'pending', reference: `R-${body.refund.refund_id}` },
    new ConnectorError('refused', 'the resource was not found'),
  ]
  for (const expected of ['sent', 'sent', 'succeeded']) {
    await sendRefunds(shop.app)
    expect(await check(invoice)).toMatchObject({ refunds: [{ status: expected }] })
    shop.advance(3_600)
  }
  expect(asked).toHaveLength(1)
})

test('a refused refund has failed, and the merchant can return the money in another way', async () => {
  const invoice = await paidPayment()
  await refund(invoice, 800)
  answers = [new ConnectorError('refused', 'this issuer takes no refunds')]
  await sendRefunds(shop.app)
  expect(await check(invoice)).toMatchObject({ refunded_amount: null, refunds: [{ status: 'failed' }] })
  expect((await shop.api('/note-refund', { body: { invoice } })).status).toBe(200)
  const { final_amount, refunded_amount } = await check(invoice)
  expect(refunded_amount).toBe(final_amount)
})

test('a refund that a removed connection may have sent is left to the merchant, who records the outcome', async () => {
  const invoice = await paidPayment()
  const { body } = await refund(invoice, 500)
  const key = body.refund.refund_id as string
  answers = [new ConnectorError('unreachable', 'no answer')]
  await sendRefunds(shop.app)
  const { demo } = shop
  const decide = (isReturned: boolean) =>
    decideRefund(shop.app, demo, { invoiceId: invoice, key, isReturned }, { actor: 'command' })
  await expect(decide(true)).rejects.toMatchObject({ code: 'refused_transition' })
  await shop.app.sql.write('update connection set is_active = false where id = $1', [shop.connectionId])
  shop.advance(3_600)
  await sendRefunds(shop.app)
  await sendRefunds(shop.app)
  expect(await check(invoice)).toMatchObject({ refunded_amount: null, refunds: [{ status: 'sent' }] })
  const told = `select payload from event where type = 'refund.failed' and payload->>'refund' = $1`
  expect(await shop.app.sql.query(told, [key])).toMatchObject([{ payload: { state: 'unknown', amount: 500 } }])
  await decide(true)
  await decide(true)
  expect(await check(invoice)).toMatchObject({ refunded_amount: 500, refunds: [{ status: 'succeeded' }] })
  expect(asked).toHaveLength(1)
  await shop.app.sql.write('update connection set is_active = true where id = $1', [shop.connectionId])
})
