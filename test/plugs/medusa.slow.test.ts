import { randomInt } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { testScenario, type Warung } from '../kit/scenario/scenario.ts'
import { installForeignPackage } from './foreign-package.ts'
import { MedusaShop } from './medusa-shop.ts'

// packages/medusa in a real Medusa, which is installed from npm outside the tree. It has 700 MB, so the test runs only
// on request.

// A foreign shop restarts within a test, which a busy machine makes slow.
vi.setConfig({ testTimeout: 600_000 })

const installed = process.env.WARUNG_MEDUSA ? await installForeignPackage('medusa') : 'set WARUNG_MEDUSA=1'

if (typeof installed === 'string') {
  test.skip(`left out: ${installed}`, () => {})
} else {
  describe('Medusa with the plugin', () => {
    let warung: Warung
    let medusa: MedusaShop

    testScenario('Medusa', {
      can: [
        'hears-reviews',
        'hears-refunds',
        'looks',
        'cancels',
        'refunds',
        'restarts',
        'checks-signatures',
        'checks-content',
        'checks-time',
      ],
      async open(opened) {
        warung = opened
        medusa = await MedusaShop.open(warung, installed.folder)
        return medusa
      },
      openWithinMs: 900_000,
    })

    const price = () => randomInt(20_000, 90_000)
    const paidOrder = async (rupiah: number) => {
      const placed = await medusa.placeOrder(rupiah)
      const { status, body } = await warung.shop.api('/simulate-payment', { body: { invoice: placed.invoice } })
      expect(status, JSON.stringify(body)).toBe(200)
      await warung.deliver()
      return placed
    }

    test('a Medusa order whose price is not whole rupiah is paid by the nearest whole amount', async () => {
      const rupiah = price()
      const { order, invoice } = await paidOrder(rupiah + 0.4)
      expect((await warung.shop.api(`/check-payment?invoice=${invoice}`)).body).toMatchObject({ amount: rupiah })
      expect(await medusa.readOrder(order)).toMatchObject({ state: 'paid', booked: 1 })
    })

    test('a Medusa refund whose response was lost returns the money once when the staff retries it', async () => {
      const placed = await paidOrder(price())
      const { payment_collections } = await medusa.orderById(placed.order)
      const [payment] = payment_collections[0].payments
      const refunded = async () =>
        (await warung.shop.api(`/check-payment?invoice=${placed.invoice}`)).body.refunded_amount
      await medusa.refundOrder(placed, 5_000)
      expect(await refunded()).toBe(5_000)
      // Medusa deletes a refund if its provider throws, and keeps the payment's data.
      await medusa.execute('delete from refund where payment_id = $1', [payment.id])
      await medusa.execute('update payment set data = $2 where id = $1', [payment.id, JSON.stringify(payment.data)])
      await medusa.refundOrder(placed, 5_000)
      expect(await refunded()).toBe(5_000)
      await medusa.refundOrder(placed, 5_000)
      expect(await refunded(), 'another refund of the same amount').toBe(10_000)
    })
  })
}
