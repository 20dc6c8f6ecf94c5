import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../accounts/account.ts'
import { identity } from '../database/identity.ts'
import { byAccountAndMode, modes } from '../database/scope.ts'
import { Transfer } from '../money/transfer.ts'
import { Payment } from '../payments/payment.ts'
import { Withdrawal } from './withdrawal.ts'

const forEachRow = 'for each row execute function'

const MovementSchema = defineEntity({
  name: 'Movement',
  tableName: 'movement',
  comment: "One signed line in an account's books. Nothing ever changes one.",
  filters: byAccountAndMode,
  uniques: [
    { name: 'movement_one_sale', properties: ['payment'], where: "kind = 'sale'" },
    { name: 'movement_one_refund', properties: ['payment'], where: "kind = 'refund_note'" },
  ],
  indexes: [
    { name: 'movement_newest', properties: ['account', 'mode', 'createdAt', 'id'] },
    // Holds all that a balance is the sum of.
    { name: 'movement_balance', properties: ['account', 'mode', 'net'], where: 'is_withdrawable' },
    { name: 'movement_of_withdrawal', properties: ['withdrawal'] },
  ],
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
    {
      name: 'movement_withdrawable',
      timing: 'before',
      events: ['insert'],
      forEach: 'row',
      // Decided here, so that no code that books money can forget it. What a merchant returns is paid from the
      // merchant's own account.
      expression: `
        create function mark_withdrawable() returns trigger language plpgsql as $$
        begin
          new.is_withdrawable := new.kind <> 'refund_note' and (new.withdrawal_id is not null
            or exists (select 1 from payment p where p.invoice_id = new.invoice_id and p.paid_via = 'qris'));
          return new;
        end $$;
        create trigger movement_withdrawable before insert on movement ${forEachRow} mark_withdrawable()`,
    },
    {
      name: 'movement_refunds',
      timing: 'after',
      events: ['insert'],
      forEach: 'row',
      // Written here, so that a process of the version before, or a restored archive, cannot leave it out. An archive
      // may bring a payment that has it already.
      expression: `
        create function mark_refunded() returns trigger language plpgsql as $$
        begin
          if new.kind = 'refund_note' then
            update payment set refunded_at = new.created_at, refunded_amount = -new.amount
            where invoice_id = new.invoice_id and refunded_at is null;
          end if;
          return null;
        end $$;
        create trigger movement_refunds after insert on movement ${forEachRow} mark_refunded()`,
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
    isWithdrawable: p
      .boolean()
      .comment("Whether it counts for the balance (money of qris, on the operator's account); set by the database.")
      .default(false),
    amount: p.bigint('number').comment('Whole rupiah, signed.'),
    fee: p
      .bigint('number')
      .comment("The part of a sale that the customer paid on top: the account's percentage of qris_platform.")
      .default(0),
    net: p.bigint('number').comment('Whole rupiah, signed: the amount less the fee.'),
    createdAt: p.datetime(),
  },
})

export class Movement extends MovementSchema.class {}
MovementSchema.setClass(Movement)
