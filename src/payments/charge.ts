import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../accounts/account.ts'
import { Connection, failureKinds, type StoredFailure, toStoredFailure } from '../connections/connection.ts'
import { identity } from '../database/identity.ts'
import { leaseColumns } from '../database/lease-columns.ts'
import { OpenEndedType } from '../database/open-ended.ts'
import { accountFilter } from '../database/scope.ts'
import { chargedMethods } from '../methods/method.ts'
import { Payment } from './payment.ts'

const ChargeSchema = defineEntity({
  name: 'Charge',
  tableName: 'charge',
  comment: 'A code created by a provider for one payment.',
  filters: accountFilter,
  uniques: [
    { properties: ['payment', 'connection'] },
    { properties: ['connection', 'reference'] },
    { properties: ['connection', 'providerInvoiceId'] },
  ],
  indexes: [
    { name: 'charge_to_make', properties: ['askAt'], where: "state = 'waiting'" },
    { name: 'charge_held', properties: ['leaseHolder'], where: 'lease_token is not null' },
    { name: 'charge_to_ask', properties: ['connection', 'askAt'], where: "(state = 'coded') and (not is_closed)" },
    {
      name: 'charge_watched',
      properties: ['connection', 'watchedUntil'],
      where: "(state = 'coded') and (not is_closed)",
    },
    {
      name: 'charge_newest',
      properties: ['connection', 'requestDate'],
      where: "(state = 'coded') and (not is_closed)",
    },
    {
      name: 'charge_asked',
      properties: ['connection'],
      where: "(state = 'coded') and (not is_closed) and (lease_token is not null)",
    },
  ],
  checks: [{ name: 'charge_coded', expression: "(state = 'coded') = (qris is not null)" }],
  properties: {
    id: identity(),
    payment: () => p.manyToOne(Payment).lazyRef().fieldName('invoice_id'),
    account: () => owner().createForeignKeyConstraint(false),
    // Often a connection of the operator.
    connection: () => p.manyToOne(Connection).lazyRef().filters({ caller: false }),
    method: p.enum(chargedMethods).comment('The payment method of the offer that it belongs to.'),
    merchantId: p.text().comment("The merchant id of the code, if it is not the connection's own.").strictNullable(),
    amount: p.bigint('number').comment('The amount of the code, in whole rupiah.'),
    reference: p.text().comment('Its reference at the provider.'),
    state: p
      .enum(['offered', 'waiting', 'coded', 'failed'])
      .comment('offered: one of several methods, which the payer has not chosen.')
      .default('waiting'),
    qris: p.text().comment('The code itself; null until the provider has created it.').strictNullable(),
    providerInvoiceId: p.text().comment("The provider's own id.").strictNullable(),
    providerNmid: p.text().comment('The national merchant id (NMID) in the code.').strictNullable(),
    requestDate: p
      .datetime()
      .comment('When the provider created it, in the form that checks of the code require.')
      .strictNullable(),
    payableUntil: p.datetime().comment('The time until which the provider accepts money for it.').strictNullable(),
    failures: p.integer().comment('The number of consecutive failures to create or check it.').default(0),
    lastErrorKind: p.enum(failureKinds).comment('The kind of the last failure.').strictNullable(),
    lastError: p.text().strictNullable(),
    answeredUntil: p.datetime().comment('The time up to which the provider has reported its status.').strictNullable(),
    isAskedRarely: p
      .boolean()
      .comment('Whether its provider must not be polled, so that pages and ended payments trigger no checks.')
      .default(false),
    isClosed: p.boolean().comment('Whether it is no longer checked.').default(false),
    askAt: p
      .type(OpenEndedType)
      .comment('The time of the next check; the earliest possible time if a notification arrived.')
      .defaultRaw('now()'),
    watchedUntil: p
      .type(OpenEndedType)
      .comment('Until then, a page or a chat is displaying it.')
      .defaultRaw("'-infinity'"),
    ...leaseColumns(),
  },
})

/** A code created by a provider for one payment. */
export class Charge extends ChargeSchema.class {
  declare state: 'offered' | 'waiting' | 'coded' | 'failed'

  /** Returns why the last request failed; null if it succeeded. */
  failure(): StoredFailure | null {
    return toStoredFailure(this.lastErrorKind, this.lastError)
  }
}
ChargeSchema.setClass(Charge)
