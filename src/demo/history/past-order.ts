import type { EntityManager } from '@mikro-orm/postgresql'
import { Product } from '../../catalog/product.ts'
import type { Calendar } from '../../lib/calendar.ts'
import { generateCrockford, generateToken } from '../../lib/ids.ts'
import { Order, OrderItem } from '../../orders/order.ts'
import { noShipment } from '../../orders/shipping/shipment.ts'
import type { DemoPast, PastOrder } from './demo-past.ts'

interface Draft {
  em: EntityManager
  accountId: number
  calendar: Calendar
}

/** Loads the catalogue of the demo's shop and returns a function that adds an order's rows to the unit of work. */
export async function createPastOrders({ em, accountId, calendar }: Draft): Promise<DemoPast['addOrder']> {
  const products = await em.find(Product, {}, { populate: ['variants'] })
  const goods = new Map(
    products.flatMap(product =>
      product.variants.$.map((variant, index) => {
        return [index === 0 ? product.key : `${product.key}/${variant.key}`, { product, variant }] as const
      }),
    ),
  )
  const common = { account: accountId, mode: 'test' as const }
  return ({ lines, at, ...past }: PastOrder) => {
    const items = lines.map(({ key, quantity }) => ({ ...goods.get(key)!, quantity }))
    const day = calendar.formatDay(at).slice(2).replaceAll('-', '')
    const order = em.create(Order, {
      ...unsaid,
      customerName: past.customer.name,
      ...past,
      ...common,
      orderNumber: `ORD-${day}-${generateCrockford(6)}`,
      token: generateToken(),
      total: items.reduce((sum, { variant, quantity }) => sum + variant.price * quantity, 0) + past.deliveryFee,
      createdAt: at,
      pendingSince: at,
    })
    for (const [index, { product, variant, quantity }] of items.entries()) {
      em.create(OrderItem, {
        ...common,
        order,
        variant,
        position: index + 1,
        productName: product.name,
        variantName: variant.name,
        kind: product.kind,
        stockMode: variant.stockMode,
        price: variant.price,
        quantity,
        file: null,
        content: null,
        stockState: order.paidAt === null ? 'free' : 'sold',
        deliveredAt: null,
      })
    }
    return order
  }
}

const unsaid = {
  ...noShipment,
  once: null,
  paidVia: null,
  couponCode: null,
  receiving: null,
  deliveryZone: null,
  tableNumber: null,
  slotAt: null,
  customerPhone: null,
  address: null,
  note: null,
  cardMessageId: null,
  heldUntil: null,
  cancelledBy: null,
  sellerNote: null,
  movedFrom: null,
  movedAt: null,
  paidAt: null,
  completedAt: null,
  cancelledAt: null,
}
