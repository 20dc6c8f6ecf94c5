import { ShopRules } from '../../catalog/shop-rules.ts'
import type { Mode } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { announceFacts } from '../../events/announce.ts'
import { notFound, Refusal, refuseFields } from '../../lib/refusal.ts'
import type { FieldError } from '../../lib/refusals/field-error.ts'
import type { Needs } from '../../needs.ts'
import { Order } from '../order.ts'
import { lockOrder, readItems } from '../order-goods.ts'
import { makeMoveSubject, makeOrderPayload } from '../order-payload.ts'
import { type CourierId, courierIds, makeTrackingLink, readCourier } from './couriers.ts'
import { isOnItsWay, isShippable } from './shipment.ts'

type ShipNeeds = Needs<'em' | 'transaction' | 'now' | 'reactions'>

export interface ShipmentInput {
  orderNumber: string
  /** The id of a courier (couriers.ts). */
  courier: string
  /** The tracking number: at most 40 letters, digits, blanks, dots, slashes and dashes. */
  trackingNumber?: string | undefined
  /** An `https://` link of at most 500 characters; by default the courier's own page, if it has one. */
  trackingUrl?: string | undefined
  /** Whether the customer receives a message. */
  notify: boolean
}

export const trackingNumberMax = 40
export const trackingUrlMax = 500
const receiveAfterDays = 7
const dayMs = 86_400_000

/**
 * Marks a paid order as handed to a courier. It is `processing` and in transit until its customer confirms the arrival
 * or the shop's waiting time is over. Calling it again changes courier, number and link and notifies the customer
 * again; identical values change nothing.
 *
 * Refuses `not_found`, and `invalid_request` for the courier, the number or the link. Refuses `refused_transition` if
 * the order is not paid, has ended or arrived, or has nothing to deliver.
 */
export async function shipOrder(
  app: ShipNeeds,
  owner: { accountId: number; mode?: Mode },
  input: ShipmentInput,
): Promise<Order> {
  const parcel = readParcel(input)
  const { accountId, mode = 'both' } = owner
  const found = await app.em({ accountId, mode }).findOne(Order, { orderNumber: input.orderNumber })
  if (!found) throw notFound('order')
  return app.transaction({ accountId, mode: found.mode }, async tx => {
    const order = await lockOrder(tx, found.id)
    if (!isShippable(order, await readItems(tx, [order]))) {
      const rule = 'only a paid or processing one with goods to be brought can be shipped'
      throw new Refusal('refused_transition', `The order is ${order.status}: ${rule}`)
    }
    return shipInTransaction(app, tx, order, { parcel, notify: input.notify })
  })
}

interface Parcel {
  courier: CourierId
  trackingNumber: string | null
  trackingUrl: string | null
}

async function shipInTransaction(
  app: ShipNeeds,
  tx: Tx,
  order: Order,
  { parcel, notify }: { parcel: Parcel; notify: boolean },
): Promise<Order> {
  const now = app.now()
  const isCorrection = isOnItsWay(order)
  if (isCorrection && isSame(order, parcel)) return order
  if (!isCorrection) {
    order.takeInHand(now)
    const receiveBy = new Date(now.getTime() + (await readReceiveDays(tx, order)) * dayMs)
    Object.assign(order, { shippedAt: now, receiveBy })
  }
  Object.assign(order, parcel)
  await tx.em.flush()
  const subject = makeMoveSubject(order)
  await announceFacts(app, tx, [
    {
      accountId: order.accountId,
      type: 'order.shipped',
      subject: isCorrection ? `${subject} ${now.getTime()} ${parcel.courier} ${parcel.trackingNumber}` : subject,
      payload: { ...makeOrderPayload(order), ...parcel, notify },
      createdAt: now,
    },
  ])
  return order
}

function isSame(order: Order, parcel: Parcel): boolean {
  return (Object.keys(parcel) as (keyof Parcel)[]).every(name => order[name] === parcel[name])
}

async function readReceiveDays({ em }: Tx, { accountId }: Order): Promise<number> {
  const rules = await em.findOne(ShopRules, { account: accountId })
  return rules?.receiveAfterDays ?? receiveAfterDays
}

function readParcel(input: ShipmentInput): Parcel {
  const wrong = checkShipping(input)
  if (wrong.length > 0) throw refuseFields(wrong)
  const courier = readCourier(input.courier)!
  const trackingNumber = input.trackingNumber?.trim() || null
  return {
    courier,
    trackingNumber,
    trackingUrl: input.trackingUrl?.trim() || makeTrackingLink(courier, trackingNumber),
  }
}

/** Returns the mistakes in the courier, the number and the link. */
export function checkShipping({ courier, trackingNumber, trackingUrl }: Omit<ShipmentInput, 'notify'>): FieldError[] {
  const number = trackingNumber?.trim() || null
  const url = trackingUrl?.trim() || null
  const wrong: FieldError[] = []
  if (!readCourier(courier)) {
    const error = `is one of ${courierIds.join(', ')}`
    wrong.push({ path: 'courier', error, code: 'not_one_of', values: courierIds })
  }
  if (number !== null && number.length > trackingNumberMax) {
    const error = `has ${trackingNumberMax} characters at most`
    wrong.push({ path: 'tracking_number', error, code: 'too_long', max: trackingNumberMax })
  } else if (number !== null && !/^[A-Za-z0-9][A-Za-z0-9 ./-]*$/.test(number)) {
    wrong.push({ path: 'tracking_number', error: 'has letters, digits, dots, slashes and dashes', code: 'malformed' })
  }
  if (url !== null && url.length > trackingUrlMax) {
    const error = `has ${trackingUrlMax} characters at most`
    wrong.push({ path: 'tracking_url', error, code: 'too_long', max: trackingUrlMax })
  } else if (url !== null && !isPublicLink(url)) {
    wrong.push({ path: 'tracking_url', error: 'is an address that starts with https://', code: 'not_https' })
  }
  return wrong
}

// The address becomes a button in chats and a link on pages, so it may not run a script or contain a name that hides
// its target.
function isPublicLink(text: string): boolean {
  if (!/^https:\/\/[^\s<>"]+$/i.test(text) || !URL.canParse(text)) return false
  const { username, password, hostname } = new URL(text)
  return username === '' && password === '' && hostname.includes('.')
}
