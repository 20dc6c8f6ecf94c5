import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { doctorCommands } from '../../src/commands/doctor-commands.ts'
import { searchForMoney } from '../../src/doctor/search-for-money.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { pollCharges } from '../../src/money/poll-charges.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { type CreatedPayment, create, detect, letExpire, listing, send } from '../payments/scenario.ts'

let shop: TestShop

beforeEach(async () => {
  shop = await createTestShop()
})
afterEach(() => shop.close())

const explain = (payment: CreatedPayment, options: object = {}) =>
  shop.api(`/explain-payment?invoice=${payment.invoice_id}`, options)
const verdictOf = async (payment: CreatedPayment) => (await explain(payment)).body.data.verdict

describe('why a payment is not paid yet', () => {
  test('an unpaid payment without money shows its sources and the time of the last check', async () => {
    const payment = await create(shop)
    await detect(shop)
    const { status, body } = await explain(payment)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      invoice_id: payment.invoice_id,
      status: 'pending',
      verdict: 'waiting',
      explanation: expect.stringMatching(/^The Rp.15\.\d+ hasn’t come in yet\. Last checked 20/),
      next_step: expect.stringContaining('pays exactly Rp'),
      checked_at: expect.stringMatching(/^20\d\d-/),
      sources: [
        { payment_method: 'wallet_direct', connection: 'Sandbox', matched_by: 'amount', state: 'open', failures: 0 },
      ],
      timeline: [{ what: 'payment.created' }],
    })
  })

  test('an explanation covers a code that was checked, and one that is being created', async () => {
    const payment = await create(shop, { payment_method: 'qris' })
    expect(await verdictOf(payment)).toBe('preparing')
    await shop.work()
    await detect(shop)
    const { data } = (await explain(payment)).body
    expect(data).toMatchObject({
      verdict: 'waiting',
      sources: [{ matched_by: 'reference', connection: null, state: 'open' }],
    })
    expect(data.checked_at).not.toBeNull()
    expect(data.timeline.map(({ what }: { what: string }) => what)).toEqual(
      expect.arrayContaining(['payment.created', 'code.made']),
    )
  })

  test('a provider that does not respond is quoted to the owner of its connection', async () => {
    const payment = await create(shop)
    await shop.app.sql.write(
      "update reading set failures = 4, last_error_kind = 'unreachable', last_error = 'the provider is away'",
    )
    expect((await explain(payment)).body.data).toMatchObject({
      verdict: 'provider_away',
      sources: [{ failures: 4, problem: 'the provider is away', problem_code: 'unreachable' }],
    })
    // Only the operator sees the answer of the operator's provider.
    const coded = await create(shop, { payment_method: 'qris' })
    await shop.work()
    await shop.app.sql.write("update charge set failures = 4, last_error = 'contract 17 is over'")
    const { data } = (await explain(coded)).body
    expect(data).toMatchObject({
      verdict: 'provider_away',
      sources: [{ failures: 4, problem: null, problem_code: null }],
    })
    expect(JSON.stringify(data)).not.toContain('contract 17')
  })

  test('late money is explained: in review, then returned, each with its actor and time', async () => {
    const payment = await create(shop)
    await letExpire(shop)
    expect(await verdictOf(payment)).toBe('expired')
    await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    const late = (await explain(payment)).body.data
    expect(late).toMatchObject({ verdict: 'money_in_review', amounts: [payment.final_amount] })
    await shop.api('/review-transfer', {
      body: { transfer_id: late.transfers[0].transfer_id, action: 'refund', note: 'sent back' },
    })
    const { data } = (await explain(payment)).body
    expect(data).toMatchObject({ verdict: 'money_returned', amounts: [payment.final_amount] })
    expect(data.timeline.map(({ what }: { what: string }) => what)).toEqual(
      expect.arrayContaining(['payment.created', 'payment.expired', 'transfer.seen', 'transfer.refunded']),
    )
  })

  test('a paid payment whose callback was refused is explained', async () => {
    const payment = await create(shop)
    await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    await shop.work()
    const paid = (await explain(payment)).body.data
    expect(paid.verdict).toBe('paid')
    expect(paid.timeline).toContainEqual(
      expect.objectContaining({ what: 'callback.answered', detail: expect.stringMatching(/^200 in \d+ ms$/) }),
    )
    await shop.app.sql.write("update delivery set state = 'exhausted'")
    expect(await verdictOf(payment)).toBe('callback_failing')
  })

  test("explaining another account's payment, the other mode's or a missing one is the same 404", async () => {
    const payment = await create(shop)
    const { second, live } = shop.keys
    for (const key of [second, live]) expect((await explain(payment, { key })).status).toBe(404)
    expect((await shop.api('/explain-payment?invoice=INV-00000000000000000000')).status).toBe(404)
    for (const query of ['', '?invoice=', `?invoice=${'x'.repeat(65)}`, '?invoice=a&invoice=b', '?invoice=%00']) {
      expect((await shop.api(`/explain-payment${query}`)).status, query).toBe(400)
    }
  })

  test('a command explains a payment', async () => {
    const payment = await create(shop)
    await detect(shop)
    const lines = await doctorCommands.explain.run(shop.app, {
      words: [payment.invoice_id],
      options: { account: 'demo', mode: 'test' },
    })
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/is pending \(waiting\)\.$/),
        expect.stringContaining('hasn’t come in yet'),
        expect.stringMatching(/^ {2}wallet_direct {2}Sandbox {2}open {2}checked up to /),
        expect.stringMatching(/payment\.created$/),
      ]),
    )
  })
})

describe('"saya sudah bayar"', () => {
  // Runs the role `jobs`, which listens for hints.
  function work() {
    shop.app.wake.on('reads', () => void waitUntilFinished(readTransfers(shop.app, 10)))
    shop.app.wake.on('asks', () => void waitUntilFinished(pollCharges(shop.app, 10)))
  }

  test.each(['wallet_direct', 'qris'])('money of %s that has arrived is found at once', async payment_method => {
    const payment = await create(shop, { payment_method })
    await shop.work()
    await send(shop, { invoice_id: payment.invoice_id })
    work()
    // The last question was a while ago, and the next one is not due soon.
    shop.advance(30)
    await shop.app.sql.write("update reading set due_at = now() + interval '1 hour'")
    await shop.app.sql.write("update charge set ask_at = now() + interval '1 hour'")
    expect((await searchForMoney(shop.app, payment.invoice_id)).verdict).toBe('paid')
  })

  test('repeated presses query the provider once, and a failing provider is not queried', async () => {
    let asked = 0
    await shop.close()
    shop = await createTestShop({
      parts: {
        connectors: listing(() => {
          asked++
          return [[]]
        }),
      },
    })
    const payment = await create(shop)
    await detect(shop)
    shop.advance(30)
    work()
    asked = 0
    const looks = await Promise.all(Array.from({ length: 10 }, () => searchForMoney(shop.app, payment.invoice_id)))
    expect(looks.map(({ verdict }) => verdict)).toEqual(Array(10).fill('waiting'))
    expect(asked).toBe(1)
    await searchForMoney(shop.app, payment.invoice_id)
    expect(asked).toBe(1)

    shop.advance(30)
    await shop.app.sql.write("update reading set failures = 5, due_at = now() + interval '1 minute'")
    expect((await searchForMoney(shop.app, payment.invoice_id)).verdict).toBe('provider_away')
    expect(asked).toBe(1)
  })

  test('a search ends within its time limit, and ended payments are not searched', async () => {
    const payment = await create(shop)
    await detect(shop)
    shop.advance(30)
    const startedAt = performance.now()
    expect((await searchForMoney(shop.app, payment.invoice_id, { patienceMs: 500 })).verdict).toBe('waiting')
    expect(performance.now() - startedAt).toBeLessThan(4_000)
    await letExpire(shop)
    expect((await searchForMoney(shop.app, payment.invoice_id)).verdict).toBe('expired')
  })
})
