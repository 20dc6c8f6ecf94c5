import { hash } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { atMostSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { OpenEndedType } from '../../database/open-ended.ts'
import { accountAndModeFilter, accountFilter, modes } from '../../database/scope.ts'

const MailWishSchema = defineEntity({
  name: 'MailWish',
  tableName: 'customer_mail_wish',
  comment: 'The address for e-mails about one order, or about one payment without an order.',
  filters: accountAndModeFilter,
  indexes: [{ name: 'customer_mail_wish_old', properties: ['createdAt'] }],
  properties: {
    subject: p.text().comment('An order number or an invoice id.').primary(),
    account: owner,
    mode: p.enum(modes),
    email: p.text().check(atMostSql('email', 254)),
    invoiceId: p.text().comment('The payment whose page the messages link to.'),
    language: p.enum(['id', 'en']),
    createdAt: p.datetime(),
  },
})

/** The e-mail address for news about one order or payment. */
export class MailWish extends MailWishSchema.class {}
MailWishSchema.setClass(MailWish)

export const mailSteps = ['received', 'paid', 'ready', 'shipped', 'cancelled', 'refunded'] as const
export type MailStep = (typeof mailSteps)[number]

const CustomerMailSchema = defineEntity({
  name: 'CustomerMail',
  tableName: 'customer_mail',
  comment: 'An e-mail to a customer, planned in the transaction of its cause.',
  filters: accountAndModeFilter,
  indexes: [
    {
      name: 'customer_mail_due',
      expression: "create index customer_mail_due on customer_mail (next_at, id) where state = 'pending'",
    },
    { name: 'customer_mail_of_subject', properties: ['subject'] },
    { name: 'customer_mail_ended', properties: ['endedAt'] },
  ],
  properties: {
    id: identity(),
    account: owner,
    mode: p.enum(modes),
    subject: p.text().comment('The order number or invoice id of its wish.'),
    step: p.enum(mailSteps).comment('The event that it reports.'),
    amount: p.bigint('number').comment('The refunded amount, in whole rupiah; null for other events.').strictNullable(),
    once: p.text().comment('Its cause and its wish, so that it is planned once.').unique(),
    state: p
      .enum(['pending', 'sent', 'skipped', 'failed'])
      .comment('skipped: there was no receiver; failed: given up.')
      .default('pending'),
    attempts: p
      .smallint()
      .comment('How often it was claimed. An outcome counts only if this has not changed since.')
      .default(0),
    nextAt: p.datetime(),
    leasedUntil: p
      .type(OpenEndedType)
      .comment('Until then, only the process that claimed it sends it.')
      .defaultRaw("'-infinity'"),
    lastError: p.text().strictNullable(),
    createdAt: p.datetime(),
    endedAt: p.datetime().strictNullable(),
  },
})

/** An e-mail to a customer. */
export class CustomerMail extends CustomerMailSchema.class {}
CustomerMailSchema.setClass(CustomerMail)

const MailStopSchema = defineEntity({
  name: 'MailStop',
  tableName: 'customer_mail_stop',
  comment: "An address that has unsubscribed from a shop's e-mail.",
  filters: accountFilter,
  properties: {
    account: () => owner().primary(),
    receiver: p.blob().comment('SHA-256 of the address.').$type<Buffer>().primary(),
    createdAt: p.datetime(),
  },
})

/** An address that declined e-mail from a shop. */
export class MailStop extends MailStopSchema.class {}
MailStopSchema.setClass(MailStop)

/** Returns an address as `MailStop` stores it. */
export const hashReceiver = (email: string): Buffer => hash('sha256', email.toLowerCase(), 'buffer')

export const mailEntities = [MailWish, CustomerMail, MailStop] as const

/** The reasons why these tables of customers' mail are not archived. */
export const mailExcludedTables = {
  customer_mail_wish: 'customers ask again on the page of their order',
  customer_mail: 'messages on their way, which end where they began',
  customer_mail_stop: 'addresses that no wish of the other installation is for',
}
