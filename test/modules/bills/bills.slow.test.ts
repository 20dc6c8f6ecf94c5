import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveDay } from '../../../src/lib/calendar.ts'
import { cancelLeftoverParts } from '../../../src/modules/bills/cancel-leftover-parts.ts'
import { countMissedParts } from '../../../src/modules/bills/count-missed-parts.ts'
import { openBill } from '../../../src/modules/bills/open-bill.ts'
import { passDueBills } from '../../../src/modules/bills/pass-due-bills.ts'
import { cancelPayment } from '../../../src/payments/cancel-payment.ts'
import { createPayment } from '../../../src/payments/create-payment.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { checkBill, idOf, makeBill } from './stand.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const open = async (bill: string, opening: Parameters<typeof openBill>[3] = {}) =>
  openBill(shop.app, shop.demo, await idOf(shop, bill), opening)
const day = (days: number) => moveDay(shop.app.calendar.formatDay(shop.app.now()), days)

describe('a bill for one payer', () => {
  test('a bill for one payer creates no payment before it is opened, and is paid by the first one paid', async () => {
    const { bill, ...made } = await makeBill(shop, {
      amount: 50_000,
      customer_name: 'Budi',
      reference: 'R-1',
      metadata: { class: '7a' },
    })
    expect(made).toMatchObject({ kind: 'once', status: 'open', amount: 50_000, due: 50_000, collected: 0 })
    expect(made.slug).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect(made.url).toBe(`${shop.url}/b/${made.slug}`)
    expect((await checkBill(shop, bill)).payments).toEqual([])

    const payment = await open(bill)
    expect(payment).toMatchObject({ amount: 50_000, customerName: 'Budi', metadata: { class: '7a' } })
    await payInvoice(shop, payment.invoiceId)
    const paid = await checkBill(shop, bill)
    expect(paid).toMatchObject({ status: 'paid', collected: 50_000, due: 0, uses: 1, excess: 0 })
    expect(paid.payments).toMatchObject([{ invoice_id: payment.invoiceId, status: 'paid', amount: 50_000 }])
    expect(paid.paid_at).not.toBeNull()
    await expect(open(bill)).rejects.toMatchObject({ code: 'already_paid' })
  })

  test('a bill for one payer leads every visitor to its open payment, and creates another after it ended', async () => {
    const { bill } = await makeBill(shop, { amount: 20_000 })
    const first = await open(bill, { browser: 'one' })
    expect((await open(bill, { browser: 'two' })).invoiceId).toBe(first.invoiceId)
    await cancelPayment(shop.app, shop.demo, first.invoiceId, 'customer')
    expect((await open(bill)).invoiceId).not.toBe(first.invoiceId)
  })

  test("a bill for one payer keeps a second payment's money apart, until it is recorded as refunded", async () => {
    const { bill } = await makeBill(shop, { amount: 20_000 })
    const first = await open(bill)
    await shop.app.sql.write("update payment set status = 'expired', ended_at = now() where invoice_id = $1", [
      first.invoiceId,
    ])
    await shop.app.sql.write("update bill_part set state = 'ended' where invoice_id = $1", [first.invoiceId])
    const second = await open(bill)
    await payInvoice(shop, second.invoiceId)
    await shop.app.sql.write('update account set accepts_late_money = true where id = $1', [shop.demo.accountId])
    await payInvoice(shop, first.invoiceId)
    await shop.app.sql.write('update account set accepts_late_money = false where id = $1', [shop.demo.accountId])
    expect(await checkBill(shop, bill)).toMatchObject({ status: 'paid', collected: 20_000, excess: 20_000, uses: 2 })
    const noted = await shop.api('/note-refund', { body: { invoice: first.invoiceId } })
    expect(noted.status, JSON.stringify(noted.body)).toBe(200)
    expect(await checkBill(shop, bill)).toMatchObject({ status: 'paid', collected: 20_000, excess: 0 })
  })

  test('a bill revokes an open code when late money pays it, so that it is not paid twice', async () => {
    const { bill } = await makeBill(shop, { amount: 20_000 })
    const late = await open(bill)
    await shop.app.sql.write("update payment set status = 'expired', ended_at = now() where invoice_id = $1", [
      late.invoiceId,
    ])
    await shop.app.sql.write("update bill_part set state = 'ended' where invoice_id = $1", [late.invoiceId])
    const waiting = await open(bill)
    expect(await cancelLeftoverParts(shop.app)).toBe(0)
    await shop.app.sql.write('update account set accepts_late_money = true where id = $1', [shop.demo.accountId])
    await payInvoice(shop, late.invoiceId)
    await shop.app.sql.write('update account set accepts_late_money = false where id = $1', [shop.demo.accountId])
    expect([await cancelLeftoverParts(shop.app), await cancelLeftoverParts(shop.app)]).toEqual([1, 0])
    await payInvoice(shop, waiting.invoiceId)
    const whole = await checkBill(shop, bill)
    expect(whole).toMatchObject({ status: 'paid', collected: 20_000, excess: 0 })
    expect(whole.payments.map(({ status }: { status: string }) => status)).toEqual(['cancelled', 'paid'])
  })

  test('a bill becomes overdue after its day, stays payable, and is in time again if that day is moved', async () => {
    const { bill } = await makeBill(shop, { amount: 10_000, due_date: day(0) })
    expect(await passDueBills(shop.app)).toBe(0)
    shop.advance(86_400)
    expect(await passDueBills(shop.app)).toBe(1)
    expect(await checkBill(shop, bill)).toMatchObject({ status: 'overdue', due: 10_000 })
    const later = await shop.api('/update-bill', { body: { bill, due_date: day(2) } })
    expect(later.body.data).toMatchObject({ status: 'open', due_date: day(2) })
    await payInvoice(shop, (await open(bill)).invoiceId)
    expect(await checkBill(shop, bill)).toMatchObject({ status: 'paid' })
  })

  test('a bill expires after its end, and payments opened before still pay it', async () => {
    const { bill } = await makeBill(shop, { amount: 10_000, end_date: day(0) })
    const { bill: unopened } = await makeBill(shop, { amount: 10_000, end_date: day(0) })
    const payment = await open(bill)
    shop.advance(86_400)
    // This is before the first sweep.
    await expect(open(unopened)).rejects.toMatchObject({ code: 'expired' })
    expect(await passDueBills(shop.app)).toBe(2)
    expect(await checkBill(shop, bill)).toMatchObject({ status: 'expired' })
    await shop.app.sql.write(
      "update payment set expires_at = $2::timestamptz + interval '1 hour' where invoice_id = $1",
      [payment.invoiceId, shop.app.now()],
    )
    await payInvoice(shop, payment.invoiceId)
    expect(await checkBill(shop, bill)).toMatchObject({ status: 'paid', collected: 10_000 })
  })

  test('closing a bill cancels its open payment, whose money then waits for review', async () => {
    const { bill } = await makeBill(shop, { amount: 10_000 })
    const payment = await open(bill)
    const closed = await shop.api('/close-bill', { body: { bill } })
    expect(closed.body.data).toMatchObject({ status: 'closed' })
    expect((await shop.api('/close-bill', { body: { bill } })).body.data).toMatchObject({ status: 'closed' })
    await expect(open(bill)).rejects.toMatchObject({ code: 'expired' })
    await payInvoice(shop, payment.invoiceId)
    expect(await checkBill(shop, bill)).toMatchObject({ status: 'closed', collected: 0 })
    expect((await checkBill(shop, bill)).payments).toMatchObject([{ status: 'cancelled' }])
  })

  test('a draft cannot be opened until it is published', async () => {
    const { bill, status } = await makeBill(shop, { amount: 10_000, draft: true })
    expect(status).toBe('draft')
    await expect(open(bill)).rejects.toMatchObject({ code: 'expired' })
    const published = await shop.api('/update-bill', { body: { bill, amount: 12_000, publish: true } })
    expect(published.body.data).toMatchObject({ status: 'open', amount: 12_000 })
    expect(await open(bill)).toMatchObject({ amount: 12_000 })
  })

  test('a bill keeps its amount once money may be on its way, but its texts can change', async () => {
    const { bill } = await makeBill(shop, { amount: 10_000 })
    await open(bill)
    const dearer = await shop.api('/update-bill', { body: { bill, amount: 11_000 } })
    expect(dearer).toMatchObject({ status: 400, body: { code: 'refused_transition' } })
    const renamed = await shop.api('/update-bill', { body: { bill, title: 'Teh', note: 'Manis' } })
    expect(renamed.body.data).toMatchObject({ title: 'Teh', note: 'Manis', amount: 10_000 })
  })
})

test('a payment that ended in a version without bills is counted by the next sweep, once', async () => {
  const { 'payment.paid': paid, 'payment.cancelled': cancelled, ...reactions } = shop.app.reactions
  const old = { ...shop.app, reactions: { ...reactions, 'payment.paid': [], 'payment.cancelled': [] } }
  const [one, two] = [await makeBill(shop, { amount: 10_000 }), await makeBill(shop, { amount: 20_000 })]
  const [first, second] = [await open(one.bill), await open(two.bill)]
  await payInvoice({ ...shop, app: old }, first.invoiceId)
  await cancelPayment(old, shop.demo, second.invoiceId, 'customer')
  expect(await checkBill(shop, one.bill)).toMatchObject({ status: 'open', collected: 0 })
  await Promise.all([countMissedParts(shop.app), countMissedParts(shop.app)])
  expect(await countMissedParts(shop.app)).toBe(0)
  expect(await checkBill(shop, one.bill)).toMatchObject({ status: 'paid', collected: 10_000, uses: 1 })
  expect((await open(two.bill)).invoiceId).not.toBe(second.invoiceId)
})

describe('a bill for many payers', () => {
  test('a bill for many payers creates a payment for each browser, and one for the same browser', async () => {
    const { bill, slug } = await makeBill(shop, { kind: 'many', amount: 15_000, slug: 'iuran-rt' })
    expect(slug).toBe('iuran-rt')
    const [one, two] = [await open(bill, { browser: 'one' }), await open(bill, { browser: 'two' })]
    expect(one.invoiceId).not.toBe(two.invoiceId)
    expect((await open(bill, { browser: 'one' })).invoiceId).toBe(one.invoiceId)
    await payInvoice(shop, one.invoiceId)
    await payInvoice(shop, two.invoiceId)
    expect(await checkBill(shop, 'iuran-rt')).toMatchObject({ status: 'open', uses: 2, collected: 30_000, due: null })
  })

  test('a bill closes with its last use, and opens no more payments than uses are left', async () => {
    const { bill } = await makeBill(shop, { kind: 'many', amount: 15_000, uses_max: 2 })
    await payInvoice(shop, (await open(bill, { browser: 'one' })).invoiceId)
    const last = await open(bill, { browser: 'two' })
    await expect(open(bill, { browser: 'three' })).rejects.toMatchObject({ code: 'rate_limited' })
    await payInvoice(shop, last.invoiceId)
    expect(await checkBill(shop, bill)).toMatchObject({ status: 'closed', uses: 2 })
  })

  test('a bill for many payers lets the payer choose an amount within limits', async () => {
    const { bill } = await makeBill(shop, { min_amount: 5_000, max_amount: 100_000, proposed_amount: 20_000 })
    expect(await open(bill, { amount: 7_777, browser: 'one' })).toMatchObject({ amount: 7_777 })
    for (const amount of [4_999, 100_001, 7_777.5, Number.NaN]) {
      await expect(open(bill, { amount, browser: 'two' })).rejects.toMatchObject({ fields: [{ path: 'amount' }] })
    }
    await expect(open(bill, { browser: 'two' })).rejects.toMatchObject({
      fields: [{ path: 'amount', code: 'missing' }],
    })
  })

  test("a bill asks its payer the merchant's questions, and stores no other answers", async () => {
    const { bill } = await makeBill(shop, { kind: 'many', amount: 15_000, ask: ['name', 'phone', 'note'] })
    await expect(open(bill, { answers: { phone: 'abc' } })).rejects.toMatchObject({
      fields: [
        { path: 'name', code: 'missing' },
        { path: 'phone', code: 'not_a_phone' },
      ],
    })
    const answers = { name: ' Siti ', phone: '0812-3456-7890', address: 'Jl. Kopi 1' }
    const payment = await open(bill, { answers })
    expect(payment).toMatchObject({ customerName: 'Siti', customerPhone: '0812-3456-7890' })
    const [part] = (await checkBill(shop, bill)).payments
    expect(part).toMatchObject({ payer_name: 'Siti', payer_note: null, payer_address: null })
  })

  test('a bill never takes the last half of the unique codes, which stay for the shop itself', async () => {
    await shop.app.sql.write(
      `insert into reservation (receiving_account_id, final_amount, invoice_id, held_until)
       select distinct c.receiving_account_id, 77000 + code, 'INV-TAKEN', 'infinity'::timestamptz
       from connection c, generate_series(1, 499) code
       where c.account_id = $1 on conflict do nothing`,
      [shop.demo.accountId],
    )
    const asked = { amount: 77_000, paymentMethod: 'wallet_direct' }
    const byStranger = createPayment(shop.app, shop.demo, { ...asked, isPublic: true })
    await expect(byStranger).rejects.toMatchObject({ code: 'amounts_exhausted' })
    const own = await shop.api('/create-payment', { body: { amount: 77_000, payment_method: 'wallet_direct' } })
    expect(own.body.data.unique_code).toBeGreaterThan(499)
  })
})

describe('the API of bills', () => {
  test.each([
    [{}, 'amount'],
    [{ amount: 999 }, 'amount'],
    [{ amount: 1500.5 }, 'amount'],
    [{ amount: '5000' }, 'amount'],
    [{ amount: 10 ** 15 }, 'amount'],
    [{ amount: 5_000, title: ' ' }, 'title'],
    [{ amount: 5_000, min_amount: 1_000 }, 'amount'],
    [{ kind: 'once', amount: 5_000, min_amount: 1_000 }, 'min_amount'],
    [{ min_amount: 5_000 }, 'max_amount'],
    [{ min_amount: 5_000, max_amount: 4_000 }, 'max_amount'],
    [{ min_amount: 5_000, max_amount: 9_000, proposed_amount: 10_000 }, 'proposed_amount'],
    [{ amount: 5_000, due_date: '2026-02-30' }, 'due_date'],
    [{ amount: 5_000, due_date: '2020-01-01' }, 'due_date'],
    [{ amount: 5_000, due_date: '2090-01-02', end_date: '2090-01-01' }, 'end_date'],
    [{ kind: 'many', amount: 5_000, due_date: '2090-01-01' }, 'due_date'],
    [{ kind: 'many', amount: 5_000, parts: true }, 'parts'],
    [{ amount: 5_000, uses_max: 3 }, 'uses_max'],
    [{ amount: 5_000, slug: 'kopi-budi' }, 'slug'],
    [{ kind: 'many', amount: 5_000, slug: 'Kopi Budi' }, 'slug'],
    [{ amount: 5_000, customer_phone: 'call me' }, 'customer_phone'],
    [{ amount: 5_000, redirect_url: 'javascript:alert(1)' }, 'redirect_url'],
    [{ amount: 5_000, ask: ['password'] }, 'ask.0'],
  ])('create-bill refuses %j, and names %s', async (body, path) => {
    const answer = await shop.api('/create-bill', { body: { title: 'Kopi', ...body } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(400)
    expect(answer.body.fields.map((field: { path: string }) => field.path)).toContain(path)
  })

  test('create-bill names the methods that can take a bill, and those with a lower limit', async () => {
    const { bill } = await makeBill(shop, { amount: 750_000 })
    expect(await checkBill(shop, bill)).toMatchObject({
      payment_methods: ['wallet_direct'],
      limited_methods: [{ payment_method: 'qris', max_amount: 500_000 }],
    })
    await shop.api('/close-bill', { body: { bill } })
    expect(await checkBill(shop, bill)).toMatchObject({ payment_methods: [], limited_methods: [] })
  })

  test('create-bill creates one bill per Idempotency-Key, and refuses a name that is already used', async () => {
    const request = { body: { amount: 5_000, title: 'Kopi' }, headers: { 'idempotency-key': 'once' } }
    const [one, two] = [await shop.api('/create-bill', request), await shop.api('/create-bill', request)]
    expect(two.body).toEqual(one.body)
    const named = { kind: 'many', amount: 5_000, title: 'Kopi', slug: 'kas-kelas' }
    expect((await shop.api('/create-bill', { body: named })).status).toBe(200)
    const taken = await shop.api('/create-bill', { body: named, key: shop.keys.second })
    expect(taken.status, JSON.stringify(taken.body)).toBe(400)
    const other = await makeBill(shop, { kind: 'many', amount: 5_000 })
    const renamed = await shop.api('/update-bill', { body: { bill: other.bill, slug: 'kas-kelas' } })
    expect(renamed).toMatchObject({ status: 400, body: { fields: [{ path: 'slug' }] } })
  })

  test('the API hides bills of another account and of the other mode', async () => {
    const { bill, slug } = await makeBill(shop, { amount: 5_000, reference: 'mine' })
    for (const key of [shop.keys.second, shop.keys.live]) {
      for (const name of [bill, slug]) {
        expect((await shop.api(`/check-bill?bill=${name}`, { key })).status).toBe(404)
        expect((await shop.api('/close-bill', { body: { bill: name }, key })).status).toBe(404)
        expect((await shop.api('/update-bill', { body: { bill: name, title: 'x' }, key })).status).toBe(404)
      }
      expect((await shop.api('/list-bills', { key })).body.data).toEqual([])
    }
    expect(await checkBill(shop, String(slug))).toMatchObject({ bill, title: 'Kopi', status: 'open' })
    const mine = await shop.api('/list-bills?reference=mine')
    expect(mine.body).toMatchObject({ data: [{ bill }], pagination: { total: 1 } })
    expect((await shop.api('/list-bills?search=MINE')).body.data).toMatchObject([{ bill }])
  })
})
