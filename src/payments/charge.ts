import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../accounts/account.ts'
import { Connection, failureKinds, type StoredFailure, storedFailure } from '../connections/connection.ts'
import { OpenEnded } from '../database/open-ended.ts'
import { byAccount } from '../database/scope.ts'
import { chargedMethods } from '../methods/method.ts'
import { Payment } from './payment.ts'

const ChargeSchema = defineEntity({
  name: 'Charge',
  tableName: 'charge',
  filters: byAccount,
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
    id: p.bigint('number').primary().generated('identity'),
    payment: () => p.manyToOne(Payment).lazyRef().fieldName('invoice_id'),
    account: () => p.manyToOne(Account).lazyRef().createForeignKeyConstraint(false),
    // Often the operator's.
    connection: () => p.manyToOne(Connection).lazyRef().filters({ caller: false }),
    /** The payment method of the offer that it belongs to. */
    method: p.enum(chargedMethods),
    /** The merchant id under which it was made, where that is not the connection's own. */
    merchantId: p.text().strictNullable(),
    amount: p.bigint('number'),
    /** What the provider knows it by. */
    reference: p.text(),
    /** `offered`: one of several ways, for which the payer has not asked. */
    state: p.enum(['offered', 'waiting', 'coded', 'failed']).default('waiting'),
    qris: p.text().strictNullable(),
    providerInvoiceId: p.text().strictNullable(),
    providerNmid: p.text().strictNullable(),
    requestDate: p.datetime().strictNullable(),
    payableUntil: p.datetime().strictNullable(),
    failures: p.integer().default(0),
    lastErrorKind: p.enum(failureKinds).strictNullable(),
    lastError: p.text().strictNullable(),
    answeredUntil: p.datetime().strictNullable(),
    isClosed: p.boolean().default(false),
    /** Set to the earliest possible moment where a provider has pushed that something happened. */
    askAt: p.type(OpenEnded).defaultRaw('now()'),
    /** Until then a page or a chat shows it. */
    watchedUntil: p.type(OpenEnded).defaultRaw("'-infinity'"),
    leaseToken: p.uuid().strictNullable(),
    leaseHolder: p.text().strictNullable(),
    leasedUntil: p.type(OpenEnded).defaultRaw("'-infinity'"),
  },
})

/** One code made by a provider for one payment. */
export class Charge extends ChargeSchema.class {
  declare state: 'offered' | 'waiting' | 'coded' | 'failed'

  /** Why the last question failed; null where it was answered. */
  failure(): StoredFailure | null {
    return storedFailure(this.lastErrorKind, this.lastError)
  }
}
ChargeSchema.setClass(Charge)
