import { afterEach, beforeEach, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import type { Connector, IncomingTransfer } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import type { OddRow } from '../../src/connectors/odd-row.ts'
import { explainPayment } from '../../src/doctor/explain-payment.ts'
import { formatExplanation } from '../../src/doctor/format-explanation.ts'
import { dismissRow } from '../../src/money/dismiss-row.ts'
import { listRowsAside } from '../../src/money/list-rows-aside.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { type CreatedPayment, create, detect, letExpire, statusOf, transfers } from '../payments/scenario.ts'

let shop: TestShop
let list: { transfers: IncomingTransfer[]; odd: OddRow[] }
let wallet: number

beforeEach(async () => {
  list = { transfers: [], odd: [] }
  const listing: Connector = { ...connectors.wallet!, transfers: async () => ({ ...list, cursor: null }) }
  shop = await createTestShop({ parts: { connectors: { ...connectors, wallet: listing } } })
  wallet = shop.demo.connections.find(({ connector }) => connector === 'wallet')!.id
})
afterEach(() => shop.close())

const odd = (more: Partial<OddRow> = {}): OddRow => ({
  key: 'sha256:1',
  reference: null,
  amount: null,
  problem: 'amount: is not whole rupiah',
  content: '{}',
  ...more,
})
const money = (amount: number, reference = 'T-1'): IncomingTransfer => ({
  reference,
  amount,
  occurredAt: shop.app.now(),
  payerName: null,
  payerApp: null,
})
const aside = async () => (await listRowsAside(shop.app, shop.demo.accountId, wallet)).rows
const dismiss = (rowId: number, accountId = shop.demo.accountId) =>
  dismissRow(shop.app, { accountId, connectionId: wallet, rowId }, commandActor)

/** Returns the state of a payment after its time, if a row arrives while it is open. */
async function statusAfter(row: (payment: CreatedPayment) => OddRow): Promise<string> {
  const payment = await create(shop)
  list.odd = [row(payment)]
  await detect(shop)
  list.odd = []
  await letExpire(shop)
  return statusOf(shop, payment)
}

test('an unreadable row is set aside once, and the rest of its list pays', async () => {
  const payment = await create(shop)
  list = { transfers: [money(payment.final_amount)], odd: [odd()] }
  await detect(shop)
  await detect(shop)
  expect(await statusOf(shop, payment)).toBe('paid')
  expect(await aside()).toMatchObject([{ problem: 'amount: is not whole rupiah', content: '{}' }])
  const elsewhere = shop.demo.connections.find(({ id }) => id !== wallet)
  expect(await listRowsAside(shop.app, shop.demo.accountId, elsewhere?.id ?? wallet + 1000)).toEqual({
    rows: [],
    count: 0,
  })
})

test.each([
  ['an unreadable amount', () => odd(), 'pending'],
  ['the same amount', (payment: CreatedPayment) => odd({ amount: payment.final_amount }), 'pending'],
  ['another amount', (payment: CreatedPayment) => odd({ amount: payment.final_amount + 1 }), 'expired'],
  ['no amount at all', () => odd({ amount: 0 }), 'expired'],
])('beside an unreadable row with %s, an unpaid payment stays or expires', async (_name, row, status) => {
  expect(await statusAfter(row)).toBe(status)
})

test('the explanation of a payment names its unreadable row, and the payer is asked not to pay again', async () => {
  const [one, other] = [await create(shop), await create(shop)]
  list.odd = [odd({ amount: one.final_amount })]
  await detect(shop)
  const explained = async ({ invoice_id }: CreatedPayment) => {
    return (await shop.api(`/explain-payment?invoice=${invoice_id}`)).body.data
  }
  expect((await explained(one)).verdict).toBe('waiting')
  await letExpire(shop)
  expect(await explained(one)).toMatchObject({ verdict: 'row_aside', next_step: expect.stringContaining('connection') })
  expect((await explained(other)).verdict).toBe('expired')
  const told = { who: 'payer', language: 'id', moment: String, merchant: 'Toko' } as const
  const explanation = await explainPayment(shop.app, { ...shop.demo, mode: 'test' }, one.invoice_id)
  expect(formatExplanation(explanation, told).next).toContain('Jangan bayar lagi')
  await dismiss((await aside())[0]!.id)
  expect((await explained(one)).verdict).toBe('overdue')
})

test('neither an earlier row nor one of another account keeps a payment from expiring', async () => {
  list.odd = [odd()]
  await detect(shop)
  list.odd = []
  shop.advance(60)
  const payment = await create(shop)
  const other = await create(shop, {}, shop.keys.second)
  await letExpire(shop)
  expect([await statusOf(shop, payment), await statusOf(shop, other, shop.keys.second)]).toEqual(['expired', 'expired'])
})

test('a dismissed row lets the payment expire, and stays dismissed', async () => {
  const payment = await create(shop)
  list.odd = [odd()]
  await detect(shop)
  const [row] = await aside()
  await expect(dismiss(row!.id, shop.second.accountId)).rejects.toMatchObject({ code: 'not_found' })
  await dismiss(row!.id)
  await dismiss(row!.id)
  await letExpire(shop)
  expect(await aside()).toEqual([])
  expect(await statusOf(shop, payment)).toBe('expired')
})

test('a row that the provider corrects pays, and is taken back out of the unreadable ones', async () => {
  const payment = await create(shop)
  list.odd = [odd({ reference: 'T-1' })]
  await detect(shop)
  list = { transfers: [money(payment.final_amount)], odd: [] }
  await detect(shop)
  expect(await statusOf(shop, payment)).toBe('paid')
  expect(await aside()).toEqual([])
})

test('a reference repeated with another amount pays nothing, in one list or in two', async () => {
  const [one, other] = [await create(shop), await create(shop)]
  list.transfers = [money(one.final_amount), money(other.final_amount)]
  await detect(shop)
  expect([await statusOf(shop, one), await statusOf(shop, other)]).toEqual(['pending', 'pending'])
  expect(await transfers(shop)).toEqual([])
  expect(await aside()).toHaveLength(2)

  list.transfers = [money(one.final_amount)]
  await detect(shop)
  expect([await statusOf(shop, one), await aside()]).toEqual(['paid', []])

  list.transfers = [money(one.final_amount), money(other.final_amount)]
  await detect(shop)
  expect(await statusOf(shop, other)).toBe('pending')
  expect((await transfers(shop)).map(({ amount }) => amount)).not.toContain(other.final_amount)
  expect(await aside()).toMatchObject([{ reference: 'T-1', amount: other.final_amount }])
})
