import { randomUUID } from 'node:crypto'
import { addProduct } from '../../../src/catalog/add-product.ts'
import { Variant } from '../../../src/catalog/product.ts'
import { receiveOfflineSale } from '../../../src/modules/counter/offline/receive-offline-sale.ts'
import type { ArrivedSale } from '../../../src/modules/counter/offline/sold-offline.ts'
import { type CashierRules, setCounterRules } from '../../../src/modules/counter/set-counter-rules.ts'
import type { TestShop } from '../../kit/app.ts'
import { deviceNow, type openCounter } from './sales-stand.ts'
import { ownerOf } from './stand.ts'

export type Counter = Awaited<ReturnType<typeof openCounter>>

/** Allows devices to sell without a network, with generous limits by default. */
export async function allowOffline(shop: TestShop, rules: Partial<CashierRules> = {}): Promise<void> {
  const generous = { offlineSalesMax: 1000, offlineAmountMax: 1_000_000_000, offlineCounted: false }
  await setCounterRules(shop.app, { ...generous, ...rules }, ownerOf(shop))
}

/** Adds a product of this price, with counted stock if a number is given. Returns its variant's public id. */
export async function goods(shop: TestShop, price: number, count?: number): Promise<string> {
  const stock = count === undefined ? { mode: 'unlimited' as const } : { mode: 'counter' as const, count }
  const asked = { name: 'Kopi', kind: 'physical' as const, description: '', variant: { price, stock } }
  const publicId = await addProduct(shop.app, ownerOf(shop), asked)
  return (await shop.app.em(shop.demo).findOneOrFail(Variant, { product: { publicId } })).publicId
}

const numbers = new Map<number, number>()

/** Returns a sale as a device made it just now; by default of a typed amount of Rp 25.000. */
export function soldAt(
  shop: TestShop,
  counter: Counter,
  more: Partial<Omit<ArrivedSale, 'sold'>> & { sold?: Partial<ArrivedSale['sold']> } = {},
): ArrivedSale {
  const number = (numbers.get(counter.id) ?? 0) + 1
  numbers.set(counter.id, number)
  const total = more.sold?.total ?? 25_000
  const sold = { lines: [], free: total, discount: 0, total, cashGiven: total, ...more.sold }
  const { shift, cashier } = counter
  return { key: randomUUID(), number, shift, cashier, soldAt: shop.app.now(), ...more, sold }
}

/** Returns a line for units of one variant that a device sold at this price. */
export function lineOf(variant: string, price: number, quantity = 1): Partial<ArrivedSale['sold']> {
  const total = price * quantity
  return { lines: [{ variant, name: 'Kopi', price, quantity, choices: [] }], free: 0, total, cashGiven: total }
}

export async function send(shop: TestShop, counter: { id: number }, arrived: ArrivedSale) {
  return receiveOfflineSale(shop.app, await deviceNow(shop, counter.id), arrived)
}
