import { defineEntity, p } from '@mikro-orm/core'
import { owner, ownerId } from '../../accounts/account.ts'
import { atMostSql } from '../../database/checks.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { Payment } from '../../payments/payment.ts'
import { CompatKey } from './compat-key.ts'

export const chargeKinds = ['midtrans', 'snap', 'invoice', 'payment_request', 'payment_method'] as const
export type ChargeKind = (typeof chargeKinds)[number]

/** The kinds of objects whose order id is unique forever in an account. */
export const midtransKinds: readonly ChargeKind[] = ['midtrans', 'snap']

const CompatChargeSchema = defineEntity({
  name: 'CompatCharge',
  tableName: 'compat_charge',
  comment: "A payment created by another gateway's SDK, with the names that the SDK uses.",
  filters: accountAndModeFilter,
  uniques: [
    {
      name: 'compat_charge_order',
      properties: ['account', 'mode', 'reference'],
      where: "kind in ('midtrans', 'snap')",
    },
    {
      name: 'compat_charge_repeated',
      properties: ['account', 'mode', 'kind', 'idempotencyKey'],
      where: 'idempotency_key is not null',
    },
  ],
  indexes: [
    { name: 'compat_charge_reference', properties: ['account', 'mode', 'kind', 'reference'] },
    { name: 'compat_charge_payment', properties: ['payment'] },
    { name: 'compat_charge_newest', properties: ['account', 'mode', 'createdAt'] },
  ],
  properties: {
    id: p.text().primary().comment('The id that the SDK receives.').check(atMostSql('id', 60)),
    account: owner,
    accountId: ownerId(),
    mode: p.enum(modes),
    key: () => p.manyToOne(CompatKey).lazyRef().comment('The key that created it, which signs its notifications.'),
    kind: p.enum(chargeKinds).comment("The format of the SDK's request and of its response."),
    reference: p.text().comment("The merchant's own id of the order.").check(atMostSql('reference', 255)),
    payment: () => p.manyToOne(Payment).lazyRef().fieldName('invoice_id'),
    request: p.json<Record<string, unknown>>().comment('The parts of the request that responses repeat.'),
    notifyUrls: p.array().comment('The addresses of its notifications.'),
    idempotencyKey: p.text().strictNullable().check(atMostSql('idempotency_key', 255)),
    requestHash: p
      .text()
      .comment('SHA-256 of the request, to detect a different one with the same id.')
      .strictNullable(),
    isExpiredByMerchant: p
      .boolean()
      .comment('Whether the merchant expired it, which counts as cancelled in the shop.')
      .default(false),
    createdAt: p.datetime(),
  },
})

/** A payment created by the SDK of another gateway, with the names that this SDK uses. */
export class CompatCharge extends CompatChargeSchema.class {
  declare kind: ChargeKind
}
CompatChargeSchema.setClass(CompatCharge)

/** Returns whether a charge never had a code: the request for it was refused, and its order can be charged again. */
export function hasNoCode({ status, endReason }: Pick<Payment, 'status' | 'endReason'>): boolean {
  return status === 'cancelled' && endReason?.startsWith('provider_') === true
}
