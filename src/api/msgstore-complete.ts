import { z } from 'zod'
import { updateOrderStatus } from '../orders/update-order-status.ts'
import { defineEndpoint } from './endpoint.ts'
import { flagField, optionalWord, requiredId, treatBlankAsAbsent } from './fields.ts'

const MsgstoreCompleteBody = z.object({
  order_number: requiredId('is the number of an order, as msgstore-orders lists it'),
  status: z.preprocess(treatBlankAsAbsent, optionalWord(['completed', 'cancelled'])).meta({ title: 'OrderEnd' }),
  notify: flagField.describe(
    "Whether to send the customer a message; if false, a message that shows this order's code is still updated, " +
      'without the reason',
  ),
})

/** POST /api/msgstore-complete (contract 3.2 and 4.5). */
export const msgstoreCompleteEndpoint = defineEndpoint({
  method: 'POST',
  path: '/msgstore-complete',
  tag: 'Store orders',
  summary: 'Complete or cancel an order',
  example: { order_number: 'ORD-261121-7F3KQ2', status: 'completed', notify: true },
  scope: 'orders',
  input: MsgstoreCompleteBody,
  answer: 'orderUpdated',
  handle: (app, standing, { order_number, status, notify }) =>
    updateOrderStatus(app, standing, {
      orderNumber: order_number,
      status: status ?? 'completed',
      notify: notify ?? true,
    }),
})
