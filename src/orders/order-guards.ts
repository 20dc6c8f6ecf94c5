import { searchedOrderSql } from './order-search.ts'

const sold = "('paid', 'processing', 'completed')"

/** Checks and triggers that guard every write of an order, by the shop or by hand. */
export const orderChecks = [
  {
    name: 'store_order_paid',
    expression: "(status <> all (array['paid'::text, 'processing'::text, 'completed'::text])) or (paid_at is not null)",
  },
  { name: 'store_order_completed', expression: "(status = 'completed') = (completed_at is not null)" },
  { name: 'store_order_cancelled', expression: "(status = 'cancelled') = (cancelled_at is not null)" },
  { name: 'store_order_canceller', expression: "(status = 'cancelled') = (cancelled_by is not null)" },
  { name: 'store_order_holds', expression: "(held_until is null) or (status = 'pending')" },
]

/** An order that has ended changes its status only if a step is undone; a paid order never becomes unpaid. */
export const orderTriggers = [
  {
    name: 'store_order_moves',
    timing: 'before' as const,
    events: ['update' as const],
    when: '(old.status IS DISTINCT FROM new.status)',
    body: `
        if old.status in ('completed', 'cancelled') and new.undo_count = old.undo_count then
          raise exception '% is %: it moves no more', old.order_number, old.status using errcode = 'restrict_violation';
        end if;
        if new.status in ('pending', 'waiting_payment') and old.paid_at is not null then
          raise exception '% was paid', old.order_number using errcode = 'restrict_violation';
        end if;
        return new;`,
  },
  {
    // Version 1.0.0 does not know options: it subtracts a coupon from the price of the lines without them.
    name: 'store_order_options',
    timing: 'before' as const,
    events: ['update' as const],
    when: '(old.total IS DISTINCT FROM new.total)',
    body: `
        declare
          extra bigint;
          plain bigint;
        begin
          select coalesce(sum(surcharge), 0), coalesce(sum(price * quantity), 0) into extra, plain
          from order_item where order_id = new.id;
          if extra > 0 and new.total = plain + new.delivery_fee - new.discount then
            new.total := new.total + extra;
          end if;
          return new;
        end;`,
  },
  {
    name: 'store_order_totalled',
    timing: 'after' as const,
    events: ['insert' as const, 'update' as const],
    // The days of the customer's other orders are determined when the mark is consumed: by then concurrent ones are
    // visible.
    body: `
        if tg_op = 'INSERT' or (old.status in ${sold}) <> (new.status in ${sold}) then
          insert into sale_mark (account_id, mode, order_id, customer_id, created_at)
          values (new.account_id, new.mode, new.id, new.customer_id, new.created_at);
        end if;
        return null;`,
  },
]

/** The trigram index for substring searches. */
const orderSearched = {
  name: 'store_order_searched',
  expression: `create index store_order_searched on store_order using gin (${searchedOrderSql} gin_trgm_ops)`,
}

/** The indexes for searches by a name, the end of a phone number, or the end of an order number. */
export const orderSearches = [
  orderSearched,
  {
    name: 'store_order_of_ending',
    expression:
      'create index store_order_of_ending on store_order ' +
      '(account_id, mode, right(order_number, 6), created_at, id)',
  },
  {
    name: 'store_order_of_name',
    expression:
      'create index store_order_of_name on store_order (account_id, mode, lower(customer_name) text_pattern_ops)',
  },
  {
    name: 'store_order_of_phone',
    expression:
      'create index store_order_of_phone on store_order ' +
      '(account_id, mode, reverse(customer_phone_digits) text_pattern_ops) where customer_phone_digits is not null',
  },
]
