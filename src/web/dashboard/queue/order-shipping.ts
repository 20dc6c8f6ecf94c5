import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import type { Order } from '../../../orders/order.ts'
import { courierIds, findCourierName } from '../../../orders/shipping/couriers.ts'
import { shipOrder, trackingNumberMax, trackingUrlMax } from '../../../orders/shipping/ship-order.ts'
import { isOnItsWay } from '../../../orders/shipping/shipment.ts'
import { actButton, field, selectField } from '../../parts/forms.ts'
import { formatMoment } from '../../parts/moment.ts'
import type { PageAct, ViewContext } from '../../parts/page.ts'
import type { Visit } from '../../parts/visit.ts'
import type { OrderTexts } from '../orders/order-texts.ts'

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
export function listShipmentFacts(
  { app, language, loaded }: Omit<ShownShipment, 'given' | 'fieldErrors'>,
  t: OrderTexts,
): [string, string | Html | null][] {
  const { courier, trackingNumber, trackingUrl, shippedAt, receivedAt } = loaded.order
  if (courier === null) return []
  return [
    [t.courier, findCourierName(courier, language)],
    [t.tracking, trackingNumber && html`<code>${trackingNumber}</code>`],
    [t.link, trackingUrl && html`<a href="${trackingUrl}" rel="noreferrer">${t.follow}</a>`],
    [t.shippedAt, shippedAt && formatMoment(app, language, shippedAt)],
    [t.receivedAt, receivedAt && formatMoment(app, language, receivedAt)],
  ]
}

/** Renders the fields for courier, number and link, with their current values. */
export function renderShipFields({ language, loaded, given, fieldErrors: errors }: ShownShipment, t: OrderTexts): Html {
  const { order } = loaded
  const courier = selectField({
    name: 'courier',
    label: t.courier,
    value: given.courier ?? order.courier ?? undefined,
    options: courierIds.map(id => [id, findCourierName(id, language)]),
  })
  const number = field({
    name: 'tracking_number',
    label: t.tracking,
    hint: t.trackingHint,
    errors,
    value: given.tracking_number ?? order.trackingNumber,
    maxlength: trackingNumberMax,
    isOptional: true,
  })
  const link = field({
    name: 'tracking_url',
    label: t.link,
    hint: t.linkHint,
    type: 'url',
    errors,
    value: given.tracking_url,
    maxlength: trackingUrlMax,
    isOptional: true,
  })
  return html`${courier}${number}${link}${actButton('ship', isOnItsWay(order) ? t.reship : t.ship)}`
}

/** Returns the labels of its fields, for refusals. */
export function makeShipLabels(t: OrderTexts): Record<string, string> {
  return { courier: t.courier, tracking_number: t.tracking, tracking_url: t.link }
}
