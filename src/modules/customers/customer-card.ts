import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { atMostSql, charactersBetweenSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { phoneDigitsColumn } from '../../database/phone-digits.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { PhoneCode } from './phone-code.ts'

export const noteMax = 2000
export const tagsMax = 20
export const tagMax = 30
export const addressesMax = 10
export const addressMax = 500
export const nameMax = 100

/** The searched text, identical to the expression of the trigram index. */
export const searchedCardSql = `(name || chr(31) || coalesce(phone, '') || chr(31) || coalesce(phone_digits, ''))`

const CustomerCardSchema = defineEntity({
  name: 'CustomerCard',
  tableName: 'customer_card',
  comment: 'A customer as seen by the merchant, across all the ways in which they order and pay.',
  filters: accountAndModeFilter,
  indexes: [
    { name: 'customer_card_newest', properties: ['account', 'mode', 'lastSeenAt', 'id'] },
    {
      name: 'customer_card_searched',
      expression: `create index customer_card_searched on customer_card using gin (${searchedCardSql} gin_trgm_ops)`,
    },
  ],
  properties: {
    id: identity(),
    account: owner,
    mode: p.enum(modes),
    name: p.text().check(charactersBetweenSql('name', 1, nameMax)),
    phone: p.text().comment('The phone number as last typed or shared.').strictNullable().check(atMostSql('phone', 32)),
    phoneDigits: phoneDigitsColumn('phone'),
    isProved: p.boolean().comment("Whether Telegram has proved the number through its owner's contact.").default(false),
    note: p.text().comment("The merchant's own note.").strictNullable().check(atMostSql('note', noteMax)),
    tags: p.array<string>().default([]),
    addresses: p.array<string>().comment('The addresses, newest first.').default([]),
    firstSeenAt: p.datetime(),
    lastSeenAt: p.datetime(),
    erasedAt: p.datetime().comment('When their data was deleted on request.').strictNullable(),
  },
})

/** A customer as the merchant knows them. */
export class CustomerCard extends CustomerCardSchema.class {}
CustomerCardSchema.setClass(CustomerCard)

const CustomerKeySchema = defineEntity({
  name: 'CustomerKey',
  tableName: 'customer_key',
  comment: 'A key that assigns orders and payments to a card: a person in a chat or browser, or a phone number.',
  filters: accountAndModeFilter,
  indexes: [{ name: 'customer_key_of_card', properties: ['card'] }],
  properties: {
    account: () => owner().primary(),
    mode: p.enum(modes).primary(),
    key: p.text().comment('person 12, or phone 628123456789.').primary(),
    card: () => p.manyToOne(CustomerCard).lazyRef(),
  },
})

/** A person or a typed number, by which orders and payments are filed on a card. */
export class CustomerKey extends CustomerKeySchema.class {}
CustomerKeySchema.setClass(CustomerKey)

const CustomerVisitSchema = defineEntity({
  name: 'CustomerVisit',
  tableName: 'customer_visit',
  comment: "An order, or a payment without an order, on a customer's card.",
  filters: accountAndModeFilter,
  indexes: [
    { name: 'customer_visit_of_card', properties: ['card', 'createdAt'] },
    { name: 'customer_visit_of_key', properties: ['account', 'mode', 'key'] },
  ],
  properties: {
    subject: p.text().comment('An order number or an invoice id.').primary(),
    account: owner,
    mode: p.enum(modes),
    card: () => p.manyToOne(CustomerCard).lazyRef(),
    key: p.text().comment("The key that assigned it; empty once the customer's data was deleted."),
    createdAt: p.datetime().comment('The time of the order or the payment.'),
  },
})

/** An order or a payment on the card of a customer. */
export class CustomerVisit extends CustomerVisitSchema.class {}
CustomerVisitSchema.setClass(CustomerVisit)

const CustomerFilingSchema = defineEntity({
  name: 'CustomerFiling',
  tableName: 'customer_filing',
  comment: "How far an account's orders and payments have been assigned to cards, which happens on demand.",
  filters: accountAndModeFilter,
  properties: {
    account: () => owner().primary(),
    mode: p.enum(modes).primary(),
    customersThrough: p.bigint('number').comment('The id of the last assigned customer.').default(0),
    ordersThrough: p.datetime().comment('The time of the last assigned order.'),
    paymentsThrough: p.datetime().comment('The time of the last assigned payment.'),
  },
})

/** How far the orders and payments of an account have been filed. */
export class CustomerFiling extends CustomerFilingSchema.class {}
CustomerFilingSchema.setClass(CustomerFiling)

export const customerEntities = [CustomerCard, CustomerKey, CustomerVisit, CustomerFiling, PhoneCode] as const
