import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { identity } from '../../database/identity.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'

// The process that folds the days also folds the hours, even if it runs the previous version, which does not know of
// hours. It takes the same lock as `fillHours`, which replaces the hours with its own count.
const countHours = `
  create function count_hours() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(738214);
    insert into payment_hour as h (account_id, mode, hour, total, paid, revenue)
    select account_id, mode, date_trunc('hour', created_at, 'UTC'), sum(total), sum(paid), sum(revenue)
    from folded group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, mode, hour) do update
      set total = h.total + excluded.total, paid = h.paid + excluded.paid, revenue = h.revenue + excluded.revenue;
    return null;
  end $$;
  create trigger payment_delta_folded after delete on payment_delta referencing old table as folded
    for each statement execute function count_hours()`

const PaymentDeltaSchema = defineEntity({
  name: 'PaymentDelta',
  tableName: 'payment_delta',
  comment: "The effect of a payment's change on the statistics of its day. Written by a trigger on payment.",
  filters: accountAndModeFilter,
  indexes: [{ name: 'payment_delta_of_account', properties: ['account', 'mode'] }],
  triggers: [
    {
      name: 'payment_delta_folded',
      timing: 'after',
      events: ['delete'],
      forEach: 'statement',
      // Written out in full, because MikroORM does not read back a trigger with a transition table.
      expression: countHours,
    },
  ],
  properties: {
    id: identity(),
    account: () => owner().createForeignKeyConstraint(false),
    mode: p.enum(modes),
    createdAt: p.datetime().comment('The creation time of the payment, which determines its day.'),
    paymentMethod: p.text(),
    paidVia: p.text().comment('Empty while it is not paid.'),
    total: p
      .integer()
      .comment('1 if the payment was created, otherwise 0; the other counts are the effect of its status.'),
    pending: p.integer(),
    paid: p.integer(),
    expired: p.integer(),
    cancelled: p.integer(),
    revenue: p.bigint('number').comment('Whole rupiah: the money received, if the payment became paid.'),
    uniqueCodes: p.bigint('number').comment('Whole rupiah: its unique code, if the payment became paid.'),
  },
})

/**
 * The contribution of one change of a payment to the statistics of its day. Written by a trigger on `payment`, so that
 * no way of creating, settling or ending one can forget it, and never updated, so that no two payments of an account
 * wait for a common row. `foldStatistics` moves them into `PaymentDay`, and a trigger on their deletion into
 * `PaymentHour`.
 */
export class PaymentDelta extends PaymentDeltaSchema.class {}
PaymentDeltaSchema.setClass(PaymentDelta)
