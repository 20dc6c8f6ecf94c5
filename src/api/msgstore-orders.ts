import { z } from 'zod'
import { findOrder } from '../orders/find-order.ts'
import { listOrders } from '../orders/list-orders.ts'
import { orderStatuses } from '../orders/order.ts'
import { findReceivedMoney } from '../orders/received-money.ts'
import { defineEndpoint } from './endpoint.ts'
import { optionalText, optionalWord, queryNumber } from './fields.ts'

const MsgstoreOrdersQuery = z.object({
  order_number: optionalText(64),
  status: optionalWord(orderStatuses),
  search: optionalText(200),
  limit: queryNumber(1, 100, 50),
  offset: queryNumber(0, 1_000_000, 0),
})

/** GET /api/msgstore-orders (contract 4.5): one order in full by its number, or a list. */
export const msgstoreOrdersEndpoint = defineEndpoint({
  method: 'GET',
  path: '/msgstore-orders',
  tag: 'Store orders',
  summary: 'Orders, or a single one by its number',
  example: { status: 'paid', limit: 5 },
  scope: ['read', 'orders'],
  input: MsgstoreOrdersQuery,
  answer: 'orders',
  async handle(app, standing, { order_number, ...filter }) {
    if (order_number === undefined) return listOrders(app, standing, filter)
    const order = await findOrder(app, standing, order_number)
    return { order, received: await findReceivedMoney(app, order) }
  },
})
