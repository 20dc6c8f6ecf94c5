import { p } from '@mikro-orm/core'
import type { Handover } from '../../catalog/delivery-zones.ts'
import { atMostSql } from '../../database/checks.ts'

/** Mark an order as handed to a courier, which is not a status: it stays `processing`. */
export const shipmentColumns = {
  shippedAt: p.datetime().comment('When it was handed to a courier.').strictNullable(),
  courier: p.text().comment('The courier: an id of couriers.ts.').strictNullable().check(atMostSql('courier', 32)),
  trackingNumber: p.text().strictNullable().check(atMostSql('tracking_number', 40)),
  trackingUrl: p
    .text()
    .comment('Where the customer can follow it.')
    .strictNullable()
    .check(atMostSql('tracking_url', 500)),
  receiveBy: p
    .datetime()
    .comment('The time from which it counts as arrived, unless its customer confirms it earlier.')
    .strictNullable(),
  receivedAt: p.datetime().comment('When it arrived, as far as known.').strictNullable(),
}

/** The columns of an order that is not with a courier. */
export const noShipment = {
  shippedAt: null,
  courier: null,
  trackingNumber: null,
  trackingUrl: null,
  receiveBy: null,
  receivedAt: null,
}

export interface ShipmentState {
  status: string
  shippedAt: Date | null
  receivedAt: Date | null
}

/** Returns whether an order was handed to a courier and has not arrived yet. */
export function isOnItsWay({ status, shippedAt, receivedAt }: ShipmentState): boolean {
  return status === 'processing' && shippedAt !== null && receivedAt === null
}

/** Returns the progress for the customer: its status, or `shipped`. */
export function findOrderStage<Status extends string>(order: ShipmentState & { status: Status }): Status | 'shipped' {
  return isOnItsWay(order) ? 'shipped' : order.status
}

export interface ShippableOrder {
  status: string
  receiving: Handover | null
  receivedAt: Date | null
}

/** Returns whether an order can be handed to a courier: it is paid, has not ended, and contains goods to deliver. */
export function isShippable(
  { status, receiving, receivedAt }: ShippableOrder,
  items: Iterable<{ kind: string }>,
): boolean {
  const isPaid = status === 'paid' || status === 'processing'
  const isBrought = receiving === null || receiving === 'delivery'
  return isPaid && receivedAt === null && isBrought && [...items].some(({ kind }) => kind === 'physical')
}
