import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../accounts/account.ts'
import { identity } from '../database/identity.ts'
import { accountAndModeFilter, modes } from '../database/scope.ts'
import { Transfer } from '../money/transfer.ts'
import { Payment } from '../payments/payment.ts'
import { Withdrawal } from './withdrawal.ts'

const forEachRow = 'for each row execute function'

const MovementSchema = defineEntity({
  name: 'Movement',
  tableName: 'movement',
  comment: "One signed line in an account's books. Lines never change.",
  filters: accountAndModeFilter,
  uniques: [{ name: 'movement_one_sale', properties: ['payment'], where: "kind = 'sale'" }],
  indexes: [
    { name: 'movement_newest', properties: ['account', 'mode', 'createdAt', 'id'] },
    // Contains all columns that a balance needs.
    { name: 'movement_balance', properties: ['account', 'mode', 'net'], where: 'is_withdrawable' },
    { name: 'movement_withdrawn', properties: ['withdrawal'], where: 'withdrawal_id is not null' },
  ],
  checks: [{ name: 'movement_net', expression: 'net = (amount - fee)' }],
  triggers: [
    {
      name: 'movement_append_only',
      timing: 'before',
      events: ['update', 'delete'],
      forEach: 'statement',
      // Written out in full, because MikroORM does not read back triggers on truncate.
      expression: `
        create function refuse_change() returns trigger language plpgsql as $$
        begin
          raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
        end $$;
        create trigger movement_append_only before update or delete or truncate on movement
          for each statement execute function refuse_change()`,
    },
    {
      name: 'movement_withdrawable',
      timing: 'before',
      events: ['insert'],
      forEach: 'row',
      // Computed here, so that code that books money cannot forget it. A merchant's refund is paid from the merchant's
      // own account. A process or archive of the previous version writes no refund row.
      expression: `
        create function mark_withdrawable() returns trigger language plpgsql as $$
        begin
          new.is_withdrawable := new.kind <> 'refund_note' and (new.withdrawal_id is not null
            or exists (select 1 from payment p where p.invoice_id = new.invoice_id and p.paid_via = 'qris'));
          if new.kind = 'refund_note' and new.refund_id is null then
            insert into refund (account_id, mode, invoice_id, amount, returned_at, created_at, ended_at)
            values (new.account_id, new.mode, new.invoice_id, -new.amount, new.created_at, new.created_at,
              new.created_at)
            returning id into new.refund_id;
          end if;
          return new;
        end $$;
        create trigger movement_withdrawable before insert on movement ${forEachRow} mark_withdrawable()`,
    },
  ],
  properties: {
    id: identity(),
    account: owner,
    mode: p.enum(modes),
    kind: p
      .enum(['sale', 'withdrawal', 'refund_note'])
      .comment('A sale, a withdrawal of money, or a note that a refund was paid.'),
    payment: () => p.manyToOne(Payment).lazyRef().fieldName('invoice_id').strictNullable(),
    transfer: () => p.oneToOne(Transfer).lazyRef().strictNullable().owner(),
    withdrawal: () => p.manyToOne(Withdrawal).lazyRef().strictNullable(),
    refundId: p.bigint('number').comment('The row of a refund.').strictNullable(),
    isWithdrawable: p
      .boolean()
      .comment("Whether it counts towards the balance (money of qris, on the operator's account); set by the database.")
      .default(false),
    amount: p.bigint('number').comment('Whole rupiah, signed.'),
    fee: p
      .bigint('number')
      .comment("The part of a sale that is the customer's fee: the account's percentage of qris_platform.")
      .default(0),
    net: p.bigint('number').comment('Whole rupiah, signed: the amount minus the fee.'),
    createdAt: p.datetime(),
  },
})

export class Movement extends MovementSchema.class {}
MovementSchema.setClass(Movement)
