import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Line } from './act.ts'
import type { HeldSale } from './model-types.ts'
import {
  acceptOfflineSale,
  closeShift,
  deviceNow,
  openShift,
  ownerOf,
  refundSale,
  rejectOfflineSale,
  sellAt,
  send,
  soldAt,
} from './of-modules.ts'
import { variantOf } from './perform-orders.ts'
import { expectCode, expectRefusal, type Performers, pick, type Scene } from './scene.ts'

export function performCounter(scene: Scene): Performers<'sell' | 'cut' | 'decide' | 'count' | 'return'> {
  return { ...performSales(scene), ...performCuts(scene), ...performShifts(scene) }
}

const noTexts = { person: null, phone: null, note: null, address: null, handing: null }

function performSales({ shop, stall, counter, model }: Scene): Performers<'sell'> {
  return {
    async sell({ lines, typed, discount: percent, by }) {
      const price = model.priceOf(lines) + typed
      const discount = Math.floor((price * percent) / 100)
      const sold = { lines, typed, discount }
      const selling = sellAt(shop, counter, {
        lines: lines.map(({ goods, quantity, choices }) => ({
          variant: variantOf(stall, model.world.goods[goods]),
          quantity,
          choices,
        })),
        free: typed,
        discount,
        expectedTotal: price - discount,
        method: by,
      })
      const why = model.refusesSale(sold)
      if (why) return expectRefusal(selling, why)
      const { orderNumber: number, token, customerId } = await selling
      if (by === 'cash') return model.sell(number, sold)
      const placed = model.placeOrder({ number, token, customerId, ...noTexts }, sold)
      const [{ invoiceId, amount, finalAmount }] = (await shop.app.sql.query<{
        invoiceId: string
        amount: number
        finalAmount: number
      }>(
        `select invoice_id as "invoiceId", amount, final_amount as "finalAmount" from payment
         join order_invoice using (invoice_id) join store_order o on o.id = order_id where o.order_number = $1`,
        [number],
      )) as [{ invoiceId: string; amount: number; finalAmount: number }]
      expect(amount, 'the amount of a sale').toBe(price - discount)
      expectCode(model, { invoiceId, method: 'qris', amount, finalAmount })
      model.waitForPayment(placed, { invoiceId, method: 'qris', amount, finalAmount })
    },
  }
}

/** Sales that a device without a network made, and sends twice once it has one. */
function performCuts(scene: Scene): Performers<'cut' | 'decide'> {
  const { shop, counter, model } = scene
  return {
    async cut({ lines, typed, isLate }) {
      // The device knows what is sold out.
      if (model.isSoldOut(lines)) return
      const shift = isLate ? model.shifts.at(-2) : model.shift()
      if (!shift) return
      const total = model.priceOf(lines) + typed
      const content = { lines: offlineLines(scene, lines), free: typed, total, cashGiven: total + 5_000 }
      const made = soldAt(shop, counter, { shift: shift.id, sold: content })
      const first = await send(shop, counter, made)
      const again = await send(shop, counter, made)
      expect(again.sale.id).toBe(first.sale.id)
      expect(first.sale.state).toBe(isLate ? 'held' : 'booked')
      if (isLate) model.held.push({ key: made.key, lines, typed, total, shift, state: 'held' })
      else model.sell(await numberOf(scene, made.key), { lines, typed })
    },
    async decide({ sale: number, accepts }) {
      const sale = pick(model.held, number)
      if (!sale) return
      const [row] = await shop.app.sql.query<{ id: number }>('select id from offline_sale where key = $1', [sale.key])
      const deciding = (accepts ? acceptOfflineSale : rejectOfflineSale)(shop.app, row!.id, ownerOf(shop))
      const isRefused = sale.state === (accepts ? 'rejected' : 'booked')
      if (isRefused) return expectRefusal(deciding, 'refused_transition')
      await deciding
      if (sale.state === 'held') await decided(sale, accepts)
    },
  }

  async function decided(sale: HeldSale, accepts: boolean): Promise<void> {
    sale.state = accepts ? 'booked' : 'rejected'
    const { lines, typed, total, shift } = sale
    // Goods that are no longer sold are booked as an amount.
    const sold = model.isSoldOut(lines) ? { lines: [], typed: total } : { lines, typed }
    if (accepts) model.sell(await numberOf(scene, sale.key), sold, shift)
  }
}

function offlineLines({ stall, model }: Scene, lines: Line[]) {
  return lines.map(({ goods, quantity, choices }) => {
    const { name, price, options } = model.world.goods[goods]
    const chosen = options.filter(({ key }) => choices.includes(key))
    return { variant: variantOf(stall, model.world.goods[goods]), name, price, quantity, choices: chosen }
  })
}

/** Returns the number of the order of a sale that a device sent. */
async function numberOf({ shop }: Scene, key: string): Promise<string> {
  const rows = await shop.app.sql.query<{ number: string }>(
    'select o.order_number as number from offline_sale s join store_order o on o.id = s.order_id where s.key = $1',
    [key],
  )
  return rows[0]!.number
}

function performShifts({ shop, counter, model }: Scene): Performers<'count' | 'return'> {
  return {
    async count({ difference, opening }) {
      const shift = model.shift()
      const counted = Math.max(0, model.expectedCash(shift) + difference)
      const device = await deviceNow(shop, counter.id)
      const closed = await closeShift(shop.app, device, { shift: shift.id, cash: counted })
      expect(closed.totals).toMatchObject({ expectedCash: model.expectedCash(shift), returned: shift.returned })
      expect(closed.shift.difference(), 'the difference of a shift').toBe(counted - model.expectedCash(shift))
      model.closeShift(shift, counted)
      model.openShift((await openShift(shop.app, device, opening)).id, opening)
    },
    async return({ sale: number, percent }) {
      const sale = pick(model.sales, number)
      if (!sale) return
      const left = sale.total - model.returnedOf(sale)
      const amount = Math.max(1, Math.floor((left * percent) / 100))
      const key = randomUUID()
      const returning = () => refundSale(shop.app, { orderNumber: sale.number, amount, key }, ownerOf(shop))
      if (left > 0 && amount > left) return expectRefusal(returning(), 'invalid_request')
      expect(await returning()).toBe(left > 0)
      // The form was sent twice.
      expect(await returning()).toBe(false)
      if (left > 0) model.giveBack(sale, amount)
    },
  }
}
