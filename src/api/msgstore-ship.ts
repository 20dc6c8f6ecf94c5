import { z } from 'zod'
import { courierIds } from '../orders/shipping/couriers.ts'
import { shipOrder } from '../orders/shipping/ship-order.ts'
import { defineEndpoint } from './endpoint.ts'
import { flagField, optionalText, requiredId } from './fields.ts'

const MsgstoreShipBody = z.object({
  order_number: requiredId('is the number of an order, as msgstore-orders lists it'),
  courier: z
    .enum(courierIds, `is one of ${courierIds.join(', ')}`)
    .meta({ title: 'Courier' })
    .describe('`own` for your own courier'),
  tracking_number: optionalText(40),
  tracking_url: optionalText(500).describe(
    "Starts with `https://`; defaults to the courier's tracking page, if it has one",
  ),
  notify: flagField.describe('Whether to send the customer a message with courier, number and link'),
})

/** POST /api/msgstore-ship: marks an order as shipped. It extends the statuses of contract 3.2. */
export const msgstoreShipEndpoint = defineEndpoint({
  method: 'POST',
  path: '/msgstore-ship',
  tag: 'Store orders',
  summary: 'Mark an order as shipped',
  description:
    'The order becomes `processing`. It is completed once the customer confirms that it has arrived, or after the ' +
    'number of days set by the shop. Send the request again with other values to correct them.',
  example: { order_number: 'ORD-261121-7F3KQ2', courier: 'jne', tracking_number: '0123456789', notify: true },
  scope: 'orders',
  input: MsgstoreShipBody,
  answer: 'orderShipped',
  handle: (app, standing, { order_number, courier, tracking_number, tracking_url, notify }) =>
    shipOrder(app, standing, {
      orderNumber: order_number,
      courier,
      trackingNumber: tracking_number,
      trackingUrl: tracking_url,
      notify: notify ?? true,
    }),
})
