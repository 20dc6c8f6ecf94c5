import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestShop, type TestShop } from './kit/app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})

afterAll(() => shop.close())

for (const method of ['qris', 'wallet_direct']) {
  test(`a ${method} payment is created, detected, set to paid, and its signed callback arrives`, async () => {
    const created = await shop.api('/create-payment', {
      body: { amount: 15_000, payment_method: method, description: 'Kopi', customer_name: 'Ayu' },
    })
    expect(created.status).toBe(200)
    const payment = created.body.data
    expect(payment).toMatchObject({ amount: 15_000, status: 'pending', payment_method: method })
    expect(payment.final_amount).toBe(15_000 + payment.unique_code)
    expect(payment.payment_url).toBe(`${shop.url}/pay?invoice=${payment.invoice_id}`)

    await shop.work()
    const paid = await shop.sandbox('/transfers', { invoice_id: payment.invoice_id, payer_name: 'Zainal' })
    expect(paid.body.transfers).toMatchObject([{ amount: payment.final_amount }])
    await shop.hurry()
    await shop.work()

    const checked = await shop.api(`/check-payment.php?invoice=${payment.invoice_id}`)
    expect(checked.body).toMatchObject({
      success: true,
      status: 'paid',
      payment_method: method,
      paid_reff_num: paid.body.transfers[0].reference,
    })
    const log = await shop.sandbox('/receiver/log')
    const callbacks = log.body.filter(
      (entry: { body: string }) => JSON.parse(entry.body).invoice_id === payment.invoice_id,
    )
    expect(callbacks).toHaveLength(1)
    expect(callbacks[0]).toMatchObject({ signature_ok: true, standard_ok: true })
  })
}
