import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import type { Order } from '../../../orders/order.ts'
import { courierIds, courierName } from '../../../orders/shipping/couriers.ts'
import { shipOrder, trackingNumberMax, trackingUrlMax } from '../../../orders/shipping/ship-order.ts'
import { isOnItsWay } from '../../../orders/shipping/shipment.ts'
import { actButton, choice, field } from '../../parts/forms.ts'
import { moment } from '../../parts/moment.ts'
import type { PageAct, ViewContext } from '../../parts/page.ts'
import type { Visit } from '../../parts/visit.ts'
import type { OrderTexts } from '../order-texts.ts'

const ShipFields = z.object({
  courier: z.string().max(32),
  tracking_number: z.string().trim().max(200).optional(),
  tracking_url: z.string().trim().max(2000).optional(),
})
type ShipFields = z.infer<typeof ShipFields>

/** Marks the order of a page as shipped, or corrects its shipment. */
export const shipAct: PageAct<Visit, { order: string }, ShipFields> = {
  role: 'orders',
  fields: ShipFields,
  async run(app, { scope }, { courier, tracking_number: trackingNumber, tracking_url: trackingUrl }, { order }) {
    await shipOrder(app, scope, { orderNumber: order, courier, trackingNumber, trackingUrl, notify: true })
    return { done: 'saved' }
  },
}

type ShownShipment = Pick<ViewContext<Visit, object, { order: Order }>, 'app' | 'language' | 'loaded' | 'given'> &
  Pick<ViewContext<Visit, object, unknown>, 'fieldErrors'>

/** Shows the courier of an order and its tracking link; empty if the order was not shipped. */
export function shipmentFacts(
  { app, language, loaded }: Omit<ShownShipment, 'given' | 'fieldErrors'>,
  say: OrderTexts,
): [string, string | Html | null][] {
  const { courier, trackingNumber, trackingUrl, shippedAt, receivedAt } = loaded.order
  if (courier === null) return []
  return [
    [say.courier, courierName(courier, language)],
    [say.tracking, trackingNumber && html`<code>${trackingNumber}</code>`],
    [say.link, trackingUrl && html`<a href="${trackingUrl}" rel="noreferrer">${say.follow}</a>`],
    [say.shippedAt, shippedAt && moment(app, language, shippedAt)],
    [say.receivedAt, receivedAt && moment(app, language, receivedAt)],
  ]
}

/** Renders the fields for courier, number and link, with their current values. */
export function shipFields({ language, loaded, given, fieldErrors: errors }: ShownShipment, say: OrderTexts): Html {
  const { order } = loaded
  const courier = choice({
    name: 'courier',
    label: say.courier,
    value: given.courier ?? order.courier ?? undefined,
    options: courierIds.map(id => [id, courierName(id, language)]),
  })
  const number = field({
    name: 'tracking_number',
    label: say.tracking,
    hint: say.trackingHint,
    errors,
    value: given.tracking_number ?? order.trackingNumber,
    maxlength: trackingNumberMax,
    isOptional: true,
  })
  const link = field({
    name: 'tracking_url',
    label: say.link,
    hint: say.linkHint,
    type: 'url',
    errors,
    value: given.tracking_url,
    maxlength: trackingUrlMax,
    isOptional: true,
  })
  return html`${courier}${number}${link}${actButton('ship', isOnItsWay(order) ? say.reship : say.ship)}`
}

/** Returns the labels of its fields, for refusals. */
export function shipLabels(say: OrderTexts): Record<string, string> {
  return { courier: say.courier, tracking_number: say.tracking, tracking_url: say.link }
}
