import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../../accounts/account.ts'
import { betweenSql } from '../../../database/checks.ts'
import { identity } from '../../../database/identity.ts'
import { OpenEndedType } from '../../../database/open-ended.ts'
import { accountAndModeFilter, modes } from '../../../database/scope.ts'
import type { KitchenLine } from './bill-content.ts'
import { KitchenStation } from './kitchen-station.ts'
import { tableMax } from './open-bill.ts'

const KitchenTicketSchema = defineEntity({
  name: 'KitchenTicket',
  tableName: 'kitchen_ticket',
  comment: "A ticket for a station's printer, written in the transaction of its bill or sale.",
  filters: accountAndModeFilter,
  uniques: [{ name: 'kitchen_ticket_cause', properties: ['station', 'cause'] }],
  indexes: [
    {
      name: 'kitchen_ticket_due',
      expression: "create index kitchen_ticket_due on kitchen_ticket (next_at, id) where state = 'pending'",
    },
    {
      name: 'kitchen_ticket_stuck',
      expression: "create index kitchen_ticket_stuck on kitchen_ticket (account_id, mode, id) where state = 'pending'",
    },
    { name: 'kitchen_ticket_ended', properties: ['endedAt'] },
  ],
  properties: {
    id: identity(),
    account: owner,
    mode: p.enum(modes).comment('The mode of its bill or sale.'),
    station: () => p.manyToOne(KitchenStation).lazyRef().deleteRule('cascade'),
    cause: p.text().comment('The bill and its version, or the order: one ticket per station for each.'),
    title: p.text().comment('The name of the bill, or the number of the order.'),
    tableNumber: p
      .integer()
      .strictNullable()
      .check(betweenSql('table_number', 1, tableMax)),
    note: p.text().strictNullable(),
    lines: p.json<KitchenLine[]>().comment('The goods with quantities and the names of their options.'),
    state: p
      .enum(['pending', 'printed', 'taken', 'failed'])
      .comment('taken: a cashier printed it at the counter; failed: it was outdated before the printer was reached.')
      .default('pending'),
    attempts: p
      .smallint()
      .comment('How often it was claimed. An outcome counts only if this has not changed since.')
      .default(0),
    mayBePrinted: p
      .boolean()
      .comment('Whether an attempt may have printed it: another attempt is marked as a repetition.')
      .default(false),
    nextAt: p.datetime(),
    leasedUntil: p
      .type(OpenEndedType)
      .comment('Until then, only the process that claimed it prints it.')
      .defaultRaw("'-infinity'"),
    lastError: p.text().strictNullable(),
    createdAt: p.datetime(),
    endedAt: p.datetime().strictNullable(),
  },
})

/** A ticket for the printer of a station. */
export class KitchenTicket extends KitchenTicketSchema.class {}
KitchenTicketSchema.setClass(KitchenTicket)
