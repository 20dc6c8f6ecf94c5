import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../../accounts/account.ts'
import { atMostSql } from '../../../database/checks.ts'
import { identity } from '../../../database/identity.ts'
import { accountAndModeFilter, modes } from '../../../database/scope.ts'
import { Order } from '../../../orders/order.ts'
import { Device } from '../device.ts'
import { Shift } from '../shift.ts'
import type { OfflineSaleContent } from './sold-offline.ts'

/** The states of an offline sale; `held` ones wait for the owner to accept or reject them. */
export const offlineStates = ['booked', 'held', 'rejected'] as const

/** Why a sale is not booked before the owner accepts it. */
export const holdingReasons = ['revoked', 'shift', 'cashier', 'limit', 'discount', 'counted', 'goods', 'sum'] as const
/** How a booked sale can differ from the shop's own prices and rules. */
export const notedReasons = ['price', 'hidden', 'shortage', 'clock', 'day'] as const
export type OfflineReason = (typeof holdingReasons)[number] | (typeof notedReasons)[number]

const OfflineSaleSchema = defineEntity({
  name: 'OfflineSale',
  tableName: 'offline_sale',
  comment: 'A cash sale that a device made offline and sent later. Amounts in whole rupiah.',
  filters: accountAndModeFilter,
  uniques: [
    { name: 'offline_sale_number', properties: ['device', 'number'] },
    { name: 'offline_sale_key', properties: ['device', 'key'] },
  ],
  indexes: [
    { name: 'offline_sale_of_shift', properties: ['device', 'shiftNumber'] },
    { name: 'offline_sale_newest', properties: ['account', 'mode', 'id'] },
    { name: 'offline_sale_unseen', properties: ['account', 'mode'], where: 'seen_at is null' },
  ],
  checks: [
    { name: 'offline_sale_booked', expression: "(state = 'booked') = (order_id is not null)" },
    { name: 'offline_sale_rejected', expression: "(state <> 'rejected') or (seen_at is not null)" },
  ],
  properties: {
    id: identity(),
    account: owner,
    mode: p.enum(modes).comment('The mode of its device.'),
    device: () => p.manyToOne(Device).lazyRef(),
    number: p.integer().comment('The number assigned by the device.').check('number > 0'),
    key: p.uuid().comment('A random key chosen by the device, one per sale.'),
    shiftNumber: p.bigint('number').comment('The id of the shift that the device names; it may not exist.'),
    shift: () => p.manyToOne(Shift).lazyRef().comment('The shift, if it is one of this device.').strictNullable(),
    sold: p.json<OfflineSaleContent>().comment('Goods, prices and cash as sent by the device.'),
    total: p.bigint('number').comment("The total at the device's prices.").check('total > 0'),
    shopTotal: p
      .bigint('number')
      .comment("The total at the shop's prices on arrival; null if the goods could not be priced.")
      .strictNullable(),
    reasons: p.array<OfflineReason>().comment('Why it is held, or its discrepancies.').default([]),
    state: p.enum(offlineStates).comment('held: not booked until the owner accepts it.'),
    order: () => p.oneToOne(Order).owner().lazyRef().fieldName('order_id').strictNullable(),
    soldAt: p.datetime().comment('The time according to the device, which may be wrong.'),
    receivedAt: p.datetime(),
    seenAt: p
      .datetime()
      .comment('When the owner decided about it, or saw its discrepancies; immediately if there are none.')
      .strictNullable(),
    seenBy: p.text().strictNullable().check(atMostSql('seen_by', 100)),
  },
})

/** A cash sale that was made while offline. */
export class OfflineSale extends OfflineSaleSchema.class {}
OfflineSaleSchema.setClass(OfflineSale)
