import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { atMostSql } from '../../database/checks.ts'
import { accountFilter } from '../../database/scope.ts'
import { Customer } from '../customers/customer.ts'

const QuantityStepSchema = defineEntity({
  name: 'QuantityStep',
  tableName: 'quantity_step',
  comment: 'A customer\'s last press of "+" or "-", so that fast presses of a button add up.',
  filters: accountFilter,
  properties: {
    customer: () => p.oneToOne(Customer).lazyRef().primary(),
    account: owner,
    button: p.text().comment('The button as displayed when it was pressed.').check(atMostSql('button', 200)),
    quantity: p.integer(),
    updateId: p.bigint('number').comment("Telegram's id of the last counted press."),
    at: p.datetime(),
  },
})

/**
 * A customer's last press of "+" or "−": fast presses of one button continue from each other, not from the displayed
 * number.
 */
export class QuantityStep extends QuantityStepSchema.class {}
QuantityStepSchema.setClass(QuantityStep)

/** Longer than a chat takes to show a new number. */
export const burstMs = 5_000
