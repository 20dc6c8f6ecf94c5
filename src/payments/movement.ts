import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../accounts/account.ts'
import { byAccountAndMode, modes } from '../database/scope.ts'
import { Payment } from './payment.ts'
import { Transfer } from './transfer.ts'

const MovementSchema = defineEntity({
  name: 'Movement',
  tableName: 'movement',
  filters: byAccountAndMode,
  uniques: [{ name: 'movement_one_sale', properties: ['payment'], where: "kind = 'sale'" }],
  indexes: [{ name: 'movement_newest', properties: ['account', 'mode', 'createdAt'] }],
  checks: [{ name: 'movement_net', expression: 'net = (amount - fee)' }],
  triggers: [
    {
      name: 'movement_append_only',
      timing: 'before',
      events: ['update', 'delete'],
      forEach: 'statement',
      // Whole, because a trigger on truncate is never read back.
      expression: `
        create function refuse_change() returns trigger language plpgsql as $$
        begin
          raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
        end $$;
        create trigger movement_append_only before update or delete or truncate on movement
          for each statement execute function refuse_change()`,
    },
  ],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    account: () => p.manyToOne(Account).lazyRef(),
    mode: p.enum(modes),
    kind: p.enum(['sale', 'fee', 'withdrawal', 'refund_note']),
    payment: () => p.manyToOne(Payment).lazyRef().fieldName('invoice_id').strictNullable(),
    transfer: () => p.oneToOne(Transfer).lazyRef().strictNullable().owner(),
    amount: p.bigint('number'),
    fee: p.bigint('number').default(0),
    net: p.bigint('number'),
    createdAt: p.datetime(),
  },
})

/** One signed line in an account's books. Nothing ever changes one. */
export class Movement extends MovementSchema.class {}
MovementSchema.setClass(Movement)
