import { expect, test } from 'vitest'
import {
  findOrderStage,
  isOnItsWay,
  isShippable,
  noShipment,
  shipmentColumns,
} from '../../src/orders/shipping/shipment.ts'

const shippedAt = new Date('2026-11-22T10:00:00Z')
const underway = { status: 'processing', shippedAt, receivedAt: null }

test.each<[change: object, isUnderway: boolean]>([
  [{}, true],
  [{ status: 'paid' }, false],
  [{ status: 'completed' }, false],
  [{ status: 'cancelled' }, false],
  [{ shippedAt: null }, false],
  [{ receivedAt: shippedAt }, false],
])('an order with %j is on its way: %s', (change, isUnderway) => {
  const order = { ...underway, ...change }
  expect(isOnItsWay(order)).toBe(isUnderway)
  expect(findOrderStage(order)).toBe(isUnderway ? 'shipped' : order.status)
})

const mug = { kind: 'physical' }
const file = { kind: 'digital' }
const ready = { status: 'paid', receiving: null, receivedAt: null }

test.each<[change: object, isReady: boolean]>([
  [{}, true],
  [{ status: 'processing' }, true],
  [{ status: 'pending' }, false],
  [{ status: 'waiting_payment' }, false],
  [{ status: 'completed' }, false],
  [{ status: 'cancelled' }, false],
  [{ receiving: 'delivery' }, true],
  [{ receiving: 'pickup' }, false],
  [{ receiving: 'dine_in' }, false],
  [{ receivedAt: shippedAt }, false],
])('an order with %j is shippable: %s', (change, isReady) => {
  expect(isShippable({ ...ready, ...change }, [file, mug])).toBe(isReady)
})

test('only physical goods are shipped', () => {
  expect([[], [file], [mug]].map(items => isShippable(ready, items))).toEqual([false, false, true])
})

test('an order that is not with a courier has none of its columns', () => {
  expect(Object.keys(noShipment)).toEqual(Object.keys(shipmentColumns))
  expect(new Set(Object.values(noShipment))).toEqual(new Set([null]))
})
