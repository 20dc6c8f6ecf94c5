-- Partitions `payment` by month while the shop is running:
-- `psql -v ON_ERROR_STOP=1 -f partition-payments.sql`, as the owner of the tables. The existing table becomes one
-- partition without being copied; each later month gets its own, because invoice ids begin with their month. Six months
-- are created, and the role `jobs` creates later ones. `partition-events.sql` does the same for events and deliveries.
-- Needs PostgreSQL 18. Tested by `npm run -w drills bench:partitions` (docs/scale.md).

-- Writes a month as newInvoiceId() does: three characters of Crockford's base 32.
create or replace function invoice_month(month timestamptz) returns text language sql immutable as $$
  select string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + ((number >> (5 * place)) & 31), 1), '' order by place desc)
  from (
      select extract(year from month at time zone 'UTC')::integer * 12
        + extract(month from month at time zone 'UTC')::integer - 1 as number
    ) of_month,
    generate_series(0, 2) as place
$$;

-- 1. All existing ids and those of this month are below the next month. This is validated without blocking sessions, so
-- that attaching the partition does not have to scan it.
do $$ begin
  execute format('alter table payment add constraint payment_before check (invoice_id < %L) not valid',
    'INV-' || invoice_month(date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + interval '1 month'));
end $$;
alter table payment validate constraint payment_before;

-- 2. The change itself, which blocks payments for milliseconds. If it waits too long for a lock, it fails and can be
-- repeated from here.
begin;
set local lock_timeout = '2s';
lock table payment in access exclusive mode;
create temporary table referring on commit preserve rows as
  select conrelid::regclass::text as referring_table, conname, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and confrelid = 'payment'::regclass;
create temporary table own_references on commit preserve rows as
  select conname, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conrelid = 'payment'::regclass;
do $$
declare
  reference record;
  month timestamptz := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + interval '1 month';
begin
  for reference in select * from referring loop
    execute format('alter table %s drop constraint %I', reference.referring_table, reference.conname);
  end loop;
  drop trigger payment_counted on payment;
  drop trigger payment_changed on payment;
  drop trigger payment_removed on payment;
  alter table payment rename to payment_before;
  create table payment (
    like payment_before including defaults including constraints including generated including indexes
  ) partition by range (invoice_id);
  alter table payment drop constraint payment_before;
  for reference in select * from own_references loop
    execute format('alter table payment add constraint %I %s', reference.conname, reference.definition);
  end loop;
  execute format('alter table payment attach partition payment_before for values from (minvalue) to (%L)',
    'INV-' || invoice_month(month));
  for ahead in 0..5 loop
    -- A payment is settled in its page (migration `fill_payment_states`).
    execute format('create table %I partition of payment for values from (%L) to (%L) with (fillfactor = 45)',
      'payment_' || to_char((month + make_interval(months => ahead)) at time zone 'UTC', 'YYYYMM'),
      'INV-' || invoice_month(month + make_interval(months => ahead)),
      'INV-' || invoice_month(month + make_interval(months => ahead + 1)));
  end loop;
  create trigger payment_counted after insert on payment referencing new table as added
    for each statement execute function add_payments();
  create trigger payment_changed after update on payment referencing old table as former new table as present
    for each statement execute function change_payments();
  create trigger payment_removed after delete on payment referencing old table as removed
    for each statement execute function remove_payments();
  -- Holds and charges are written by the statement that writes their payment: checking the reference would only make
  -- each creation 5 % slower.
  for reference in select * from referring loop
    execute format('alter table %s add constraint %I %s %s',
      reference.referring_table, reference.conname, reference.definition,
      case when reference.referring_table in ('hold', 'charge') then 'not enforced' else 'not valid' end);
  end loop;
end $$;
commit;

-- 3. Validates the references to payments, without blocking sessions.
do $$
declare reference record;
begin
  for reference in select * from referring where referring_table not in ('hold', 'charge') loop
    execute format('alter table %s validate constraint %I', reference.referring_table, reference.conname);
  end loop;
end $$;
analyze payment;

-- 4. Statements are planned once per connection, and find their partitions at run time. Otherwise PostgreSQL would plan
-- them every time, because it assumes that a generic plan reads all partitions. This applies to new connections:
-- restart the processes, one after the other. Lists are not affected.
do $$ begin
  execute format('alter database %I set plan_cache_mode = force_generic_plan', current_database());
end $$;
