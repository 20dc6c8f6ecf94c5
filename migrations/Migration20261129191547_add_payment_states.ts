import { Migration } from '@mikro-orm/migrations'

/**
 * Generated from the entities by `npm run migration`. The indexes that `payment_state` replaces are dropped by the next
 * migration, once it has a row for each payment. A process of the version before writes it as well, by the triggers.
 */
export class Migration20261129191547_add_payment_states extends Migration {
  static allowed = { drops: 'only the replaced trigger called the function' }

  override up() {
    this.addSql(`

create table "payment_state" (
  "account_id" bigint not null,
  "mode" text not null,
  "status" text not null,
  "created_at" timestamptz not null,
  "invoice_id" text not null,
  "payment_method" text not null,
  "expires_at" timestamptz not null,
  "paid_at" timestamptz null,
  "paid_via" text null,
  "paid_reff_num" text null,
  "payer_name" text null, primary key ("account_id",
  "mode",
  "status",
  "created_at",
  "invoice_id"));
comment on table "payment_state" is 'The columns of a payment by which its state is looked up. Written by triggers on payment.';
comment on column "payment_state"."status" is 'As in payment.';
create index "payment_state_due" on "payment_state" ("expires_at") where status = 'pending';
create index "payment_state_paid_via" on "payment_state" ("account_id", "mode", "paid_via", "created_at", "invoice_id") where status = 'paid';
create index "payment_state_newest_paid" on "payment_state" ("account_id", "mode", "paid_at") where status = 'paid';
create index payment_state_of_reff_num on payment_state (account_id, mode, paid_reff_num text_pattern_ops) where paid_reff_num is not null;
create index payment_state_of_payer on payment_state (account_id, mode, lower(payer_name) text_pattern_ops) where payer_name is not null;

drop trigger payment_counted on payment;
drop function count_payment();
create function change_payments() returns trigger language plpgsql as $$  begin
    with 
    changed as materialized (
      select n.account_id, n.mode, n.status, n.created_at, n.invoice_id, n.payment_method, n.expires_at, n.paid_at, n.paid_via, n.paid_reff_num, n.payer_name, n.paid_amount, n.unique_code, o.account_id as old_account_id, o.mode as old_mode, o.status as old_status, o.created_at as old_created_at, o.invoice_id as old_invoice_id
      from former o full join present n on n.invoice_id = o.invoice_id
      where (o.account_id, o.mode, o.status, o.created_at, o.invoice_id, o.payment_method, o.expires_at, o.paid_at, o.paid_via, o.paid_reff_num, o.payer_name) is distinct from
        (n.account_id, n.mode, n.status, n.created_at, n.invoice_id, n.payment_method, n.expires_at, n.paid_at, n.paid_via, n.paid_reff_num, n.payer_name)),
    moved as (
      update payment_state s set account_id = c.account_id, mode = c.mode, status = c.status, created_at = c.created_at, invoice_id = c.invoice_id, payment_method = c.payment_method, expires_at = c.expires_at, paid_at = c.paid_at, paid_via = c.paid_via, paid_reff_num = c.paid_reff_num, payer_name = c.payer_name
      from changed c 
      where s.account_id = c.old_account_id and s.mode = c.old_mode and s.status = c.old_status and s.created_at = c.old_created_at and s.invoice_id = c.old_invoice_id
        and c.invoice_id = any(array[c.invoice_id]))
    insert into payment_delta (account_id, mode, created_at, payment_method, paid_via, total, pending, paid, expired, cancelled,
      revenue, unique_codes)
    select account_id, mode, date_bin('15 minutes', created_at, 'epoch'), payment_method, coalesce(paid_via, ''), 0,
      count(*) filter (where status = 'pending') - count(*) filter (where old_status = 'pending'),
      count(*) filter (where status = 'paid') - count(*) filter (where old_status = 'paid'),
      count(*) filter (where status = 'expired') - count(*) filter (where old_status = 'expired'),
      count(*) filter (where status = 'cancelled') - count(*) filter (where old_status = 'cancelled'),
      coalesce(sum(paid_amount) filter (where status = 'paid'), 0), coalesce(sum(unique_code) filter (where status = 'paid'), 0)
    from changed where status <> old_status group by 1, 2, 3, 4, 5;     return null;   end $$;
  create trigger payment_changed after update on payment referencing old table as former new table as present
    for each statement execute function change_payments();
create function remove_payments() returns trigger language plpgsql as $$  begin
    delete from payment_state s using removed r
    where s.account_id = r.account_id and s.mode = r.mode and s.status = r.status and s.created_at = r.created_at and s.invoice_id = r.invoice_id
      and r.invoice_id = any(array[r.invoice_id]);     return null;   end $$;
  create trigger payment_removed after delete on payment referencing old table as removed
    for each statement execute function remove_payments();
create function add_payments() returns trigger language plpgsql as $$  begin
    insert into payment_state (account_id, mode, status, created_at, invoice_id, payment_method, expires_at, paid_at, paid_via, paid_reff_num, payer_name)
    select account_id, mode, status, created_at, invoice_id, payment_method, expires_at, paid_at, paid_via, paid_reff_num, payer_name from added;     insert into payment_delta (account_id, mode, created_at, payment_method, paid_via, total, pending, paid, expired, cancelled,
      revenue, unique_codes)
    select account_id, mode, date_bin('15 minutes', created_at, 'epoch'), payment_method, coalesce(paid_via, ''), count(*),
      count(*) filter (where status = 'pending'),
      count(*) filter (where status = 'paid'),
      count(*) filter (where status = 'expired'),
      count(*) filter (where status = 'cancelled'),
      coalesce(sum(paid_amount) filter (where status = 'paid'), 0), coalesce(sum(unique_code) filter (where status = 'paid'), 0)
    from added group by 1, 2, 3, 4, 5;     return null;   end $$;
  create trigger payment_counted after insert on payment referencing new table as added
    for each statement execute function add_payments();

alter table "payment_state" add constraint "payment_state_mode_check" check ("mode" in ('live', 'test'));
alter table "payment_state" add constraint "payment_state_status_check" check ("status" in ('pending', 'paid', 'expired', 'cancelled'));`)
  }
}
