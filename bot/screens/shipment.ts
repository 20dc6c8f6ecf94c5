import { type Html, html } from '../../src/lib/html.ts'
import type { WholeOrder } from '../../src/orders/find-order.ts'
import { findCourierName } from '../../src/orders/shipping/couriers.ts'
import { isOnItsWay } from '../../src/orders/shipping/shipment.ts'
import { type Button, makePress } from '../telegram/message.ts'
import { shippingTexts } from '../texts/shipping-texts.ts'
import type { Voice } from '../texts/voice.ts'

type Shipment = Pick<WholeOrder, 'token' | 'status' | 'courier' | 'trackingNumber' | 'trackingUrl'> &
  Pick<WholeOrder, 'shippedAt' | 'receivedAt'>

/** Returns the courier and the number of an order, one per line; empty for an order that was not shipped. */
export function shipmentLines({ courier, trackingNumber }: Shipment, { language }: Pick<Voice, 'language'>): Html {
  const words = shippingTexts[language]
  if (courier === null) return html``
  return html`${words.courier}: ${findCourierName(courier, language)}${
    trackingNumber && html`\n${words.number}: <code>${trackingNumber}</code>`
  }`
}

/** Returns the buttons for its customer while it is on its way. */
export function shipmentButtons(order: Shipment, { language }: Pick<Voice, 'language'>): Button[][] {
  if (!isOnItsWay(order)) return []
  const words = shippingTexts[language]
  const arrived: Button = { text: words.arrived, press: makePress('arrived', order.token), style: 'success' }
  return order.trackingUrl === null ? [[arrived]] : [[{ text: words.follow, url: order.trackingUrl }], [arrived]]
}
