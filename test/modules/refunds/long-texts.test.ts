import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAuditGap } from '../../../src/accounts/audit.ts'
import { refundReasonMax } from '../../../src/books/refund.ts'
import { ConnectorError } from '../../../src/connectors/connector.ts'
import { connectors } from '../../../src/connectors/index.ts'
import type { SentRefund } from '../../../src/connectors/refund.ts'
import { changeRefund, undoRefund } from '../../../src/modules/refunds/correct-refund.ts'
import { decideRefund } from '../../../src/modules/refunds/finish-refund.ts'
import { type NewRefund, refundPayment } from '../../../src/modules/refunds/refund-payment.ts'
import { sendRefunds } from '../../../src/modules/refunds/send-refunds.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { invoice, newCustomer, openStall, pay, type Stall, shelves } from '../../orders/store.ts'

// A text that is longer than its column is cut; otherwise its refund would fail, or would be sent again forever.

let shop: TestShop
let stall: Stall
let outcome: SentRefund | Error = { state: 'pending', reference: '' }

const refunding = {
  ...connectors.interactive!,
  refund: async () => {
    if (outcome instanceof Error) throw outcome
    return outcome
  },
}

beforeAll(async () => {
  shop = await createTestShop({
    isClockStopped: true,
    parts: { connectors: { ...connectors, interactive: refunding as typeof connectors.interactive } },
  })
  stall = await openStall(shop.app, shop.demo, shelves.replace('stock: 3', 'stock: 100'))
})
afterAll(() => shop.close())

const longActor = `user ${'4'.repeat(145)}`
const scope = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })
const refund = (request: NewRefund, actor = longActor) => refundPayment(shop.app, scope(), request, { actor })

async function paid(): Promise<string> {
  const { payment } = await invoice(stall, await newCustomer(stall), { mug: 1 })
  await shop.work()
  await pay(stall, payment.invoiceId)
  return payment.invoiceId
}

async function rowOf(key: string) {
  const columns = 'actor, reason, failure, provider_reference as reference, state, failures'
  return (await shop.app.sql.query<Record<string, unknown>>(`select ${columns} from refund where key = $1`, [key]))[0]!
}

const actorsOf = async (invoiceId: string) =>
  (
    await shop.app.sql.query<{ actor: string }>('select actor from audit_entry where subject = $1 order by id', [
      invoiceId,
    ])
  ).map(({ actor }) => actor)

test.each([true, false])(
  'an actor with 150 characters refunds, and the log has all of them (noted: %s)',
  async isNoted => {
    const invoiceId = await paid()
    const { key } = await refund({ invoiceId, amount: 1_301, isNoted })
    expect(await rowOf(key)).toMatchObject({ actor: longActor.slice(0, 100) })
    const hundred = `user ${'5'.repeat(95)}`
    const exact = await refund({ invoiceId, amount: 1_302, isNoted }, hundred)
    expect(await rowOf(exact.key)).toMatchObject({ actor: hundred })
    expect(await actorsOf(invoiceId)).toEqual([longActor, hundred])
  },
)

test('an actor with 150 characters changes, cancels and decides a refund', async () => {
  const invoiceId = await paid()
  const by = { actor: longActor }
  const { key } = await refund({ invoiceId, amount: 1_303, isNoted: true })
  await changeRefund(shop.app, scope(), { invoiceId, key, reason: 'Salah' }, by)
  await undoRefund(shop.app, scope(), { invoiceId, key }, by)
  const open = await refund({ invoiceId, amount: 1_304 })
  await shop.app.sql.write('update refund set failures = 5 where key = $1', [open.key])
  await decideRefund(shop.app, scope(), { invoiceId, key: open.key, isReturned: false }, by)
  const actors = await actorsOf(invoiceId)
  expect(actors).toHaveLength(6)
  expect(new Set(actors)).toEqual(new Set([longActor]))
  expect(await findAuditGap(shop.app, shop.demo.accountId)).toBeNull()
})

test('a reason has at most as many characters as its column', async () => {
  const invoiceId = await paid()
  const { key } = await refund({ invoiceId, amount: 1_305, isNoted: true, reason: 'r'.repeat(refundReasonMax) })
  expect(await rowOf(key)).toMatchObject({ reason: 'r'.repeat(refundReasonMax) })
  const api = (reason: string) => shop.api('/refund-payment', { body: { invoice: invoiceId, amount: 1_306, reason } })
  expect((await api('r'.repeat(refundReasonMax))).status).toBe(200)
  expect((await api('r'.repeat(refundReasonMax + 1))).body).toMatchObject({
    code: 'invalid_request',
    fields: [{ path: 'reason' }],
  })
})

test.each([
  ['500 characters', 'f'.repeat(500), 'f'.repeat(500)],
  ['501 characters', 'f'.repeat(501), 'f'.repeat(500)],
  ['a sign across the end', `${'f'.repeat(499)}😀`, `${'f'.repeat(499)}\ufffd`],
  ['no characters', '', null],
])('the failure of a refund with %s is stored', async (_name, failure, stored) => {
  const { key } = await refund({ invoiceId: await paid(), amount: 1_307 })
  outcome = { state: 'failed', reference: 'R'.repeat(200), failure }
  await sendRefunds(shop.app)
  expect(await rowOf(key)).toMatchObject({ state: 'failed', failure: stored, reference: 'R'.repeat(200) })
})

test.each(['refused', 'unreachable'] as const)(
  'a long or unstorable message of a provider that is %s is stored',
  async kind => {
    for (const [message, stored] of [
      ['m'.repeat(501), 'm'.repeat(500)],
      ['no \0 balance', 'no \ufffd balance'],
      [`${'m'.repeat(499)}😀`, `${'m'.repeat(499)}\ufffd`],
    ] as const) {
      const { key } = await refund({ invoiceId: await paid(), amount: 1_308, key: randomUUID() })
      outcome = new ConnectorError(kind, message)
      await sendRefunds(shop.app)
      const state = kind === 'refused' ? { state: 'failed', failures: 0 } : { state: 'sent', failures: 1 }
      expect(await rowOf(key)).toMatchObject({ ...state, failure: stored })
    }
  },
)
