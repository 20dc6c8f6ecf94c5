import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { Refusal, refuseFields } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { findOrder, type WholeOrder } from '../../../orders/find-order.ts'
import { courierIds, findCourierName } from '../../../orders/shipping/couriers.ts'
import { checkShipping, type ShipmentInput, shipOrder, trackingNumberMax } from '../../../orders/shipping/ship-order.ts'
import { isOnItsWay, isShippable } from '../../../orders/shipping/shipment.ts'
import { backLink, card, linkButton } from '../../parts/card.ts'
import { actButton, emptyState, field, refusedBanner, selectField } from '../../parts/forms.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import type { Visit } from '../../parts/visit.ts'
import { orderTexts } from '../orders/order-texts.ts'
import { OrderNumbers } from './order-papers.ts'
import { queueTexts } from './queue-texts.ts'

const Input = z.object({ orders: OrderNumbers })
type Input = z.infer<typeof Input>

type ShownMany = ViewContext<Visit, Input, WholeOrder[]>

const Typed = z.object({ courier: z.string().max(32) }).catchall(z.string().max(200))
type Typed = z.infer<typeof Typed>

/** Ships several orders with one courier at once, each with its own number. */
export const shipManyPage = definePage({
  path: '/dashboard/order-shipping',
  role: 'orders',
  input: Input,
  load: (app, visit, { orders }) => findParcels(app, visit, orders),
  view(view: ShownMany) {
    const { language, loaded, refusal, to } = view
    const say = queueTexts[language]
    const labels = {
      courier: orderTexts[language].courier,
      ...Object.fromEntries(loaded.map(one => [fieldOf(one.orderNumber), say.numberOf(one.customerName)])),
    }
    return {
      title: say.shipMany(loaded.length),
      body: html`
        ${backLink(to('/dashboard/orders'), say.back)}
        <h1>${say.shipMany(loaded.length)}</h1>
        ${refusedBanner({ language, refusal, labels })}
        ${card(null, loaded.length === 0 ? nothingToShip(view) : shippingForm(view))}`,
    }
  },
  act: {
    ship: {
      fields: Typed,
      async run(app, visit, typed, { orders }) {
        const parcels = (await findParcels(app, visit, orders)).map(({ orderNumber }) => readParcel(orderNumber, typed))
        refuseWrong(parcels)
        return { to: await shipEach(app, visit, orders, parcels) }
      },
    },
  },
})

/**
 * Returns those of the orders that can be handed to a courier now, without any that another person has just shipped.
 */
async function findParcels(app: App, { scope }: Visit, orders: readonly string[]): Promise<WholeOrder[]> {
  const wholeOrders: WholeOrder[] = []
  for (const number of new Set(orders)) wholeOrders.push(await findOrder(app, scope, number))
  return wholeOrders.filter(order => isShippable(order, order.items) && !isOnItsWay(order))
}

const fieldOf = (orderNumber: string) => `number_${orderNumber}`

function readParcel(orderNumber: string, typed: Typed): ShipmentInput {
  return { orderNumber, courier: typed.courier, trackingNumber: typed[fieldOf(orderNumber)], notify: true }
}

/** Refuses mistakes before any order is shipped, so that one mistyped number stops all of them. */
function refuseWrong(parcels: readonly ShipmentInput[]): void {
  const wrong = parcels.flatMap(parcel =>
    checkShipping(parcel).map(one => {
      return one.path === 'courier' ? one : { ...one, path: fieldOf(parcel.orderNumber) }
    }),
  )
  const ofEach = wrong.filter(({ path }, at) => wrong.findIndex(one => one.path === path) === at)
  if (ofEach.length > 0) throw refuseFields(ofEach)
}

/** Ships each order separately: an order that another person has changed in the meantime is skipped and counted. */
async function shipEach(
  app: App,
  { scope }: Visit,
  orderNumbers: readonly string[],
  parcels: ShipmentInput[],
): Promise<string> {
  const moved: string[] = []
  for (const parcel of parcels) {
    try {
      await shipOrder(app, scope, parcel)
      moved.push(parcel.orderNumber)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  const left = String(new Set(orderNumbers).size - moved.length)
  return `/dashboard/orders?${new URLSearchParams({ status: 'shipped', moved: moved.join('.'), left })}`
}

function nothingToShip({ language, to }: ShownMany): Html {
  const say = queueTexts[language]
  return emptyState(say.nothingToShip, linkButton(to('/dashboard/orders'), say.back, 'quiet'))
}

function shippingForm({ language, loaded, given, fieldErrors: errors }: ShownMany): Html {
  const say = queueTexts[language]
  const options = courierIds.map(id => [id, findCourierName(id, language)] as const)
  const courier = { name: 'courier', label: orderTexts[language].courier, value: given.courier, options, errors }
  const rows = loaded.map(({ orderNumber, customerName, address, deliveryZone }) => {
    const name = fieldOf(orderNumber)
    const where = [address, deliveryZone].filter(Boolean).join(' · ')
    const number = field({
      name,
      label: say.numberOf(customerName),
      hint: where === '' ? undefined : where,
      value: given[name],
      isOptional: true,
      maxlength: trackingNumberMax,
      errors,
    })
    return html`<li>${number}</li>`
  })
  return html`<form method="post" novalidate>
    ${selectField(courier)}
    <p><small>${say.shipHint}</small></p>
    <ol class="rows parcels">${rows}</ol>
    ${actButton('ship', say.shipAll(loaded.length))}
  </form>`
}
