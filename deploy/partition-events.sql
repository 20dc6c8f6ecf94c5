-- Partitions `event` and `delivery` by month while the shop is running, after `partition-payments.sql`:
-- `psql -v ON_ERROR_STOP=1 -f partition-events.sql`, as the owner of the tables. Both store the month of their invoice;
-- rows without a payment have no month and stay in the first partition. Tested by
-- `npm run -w drills bench:partitions` (docs/scale.md).

-- 1. All rows until the end of this month are in the first partition; keys contain the month. No session is blocked.
do $$
declare name text;
begin
  foreach name in array array['event', 'delivery'] loop
    execute format('alter table %I add constraint %I check (month < %L) not valid', name, name || '_before',
      invoice_month(date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + interval '1 month'));
  end loop;
end $$;
alter table event validate constraint event_before;
alter table delivery validate constraint delivery_before;
create unique index concurrently event_in_month on event (id, month);
create unique index concurrently event_told_once on event (subject, type, month);
create unique index concurrently delivery_in_month on delivery (id, month);
create unique index concurrently delivery_of_event_in_month on delivery (event_id, month) where requested_by is null;

-- 2. The change itself, which blocks payments for milliseconds. If it waits too long for a lock, it fails and can be
-- repeated from here.
begin;
set local lock_timeout = '2s';
lock table event, delivery, delivery_attempt in access exclusive mode;
-- No foreign key is needed: an attempt is always deleted before its month is dropped.
alter table delivery_attempt drop constraint delivery_attempt_delivery_id_foreign;
alter table delivery drop constraint delivery_event_id_foreign;
alter table event drop constraint event_pkey, drop constraint event_subject_type_unique,
  add constraint event_in_month primary key using index event_in_month,
  add constraint event_told_once unique using index event_told_once;
alter table delivery drop constraint delivery_pkey, alter column id drop identity,
  add constraint delivery_in_month primary key using index delivery_in_month;
drop index delivery_of_event;
do $$
declare
  name text;
  reference record;
  month timestamptz := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + interval '1 month';
begin
  foreach name in array array['event', 'delivery'] loop
    execute format('alter table %I rename to %I', name, name || '_before');
    execute format('create table %I (like %I including defaults including constraints
      including generated including indexes)
      partition by range (month)', name, name || '_before');
    execute format('alter table %I drop constraint %I', name, name || '_before');
    for reference in select conname, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and conrelid = to_regclass(name || '_before') loop
      execute format('alter table %I add constraint %I %s', name, reference.conname, reference.definition);
    end loop;
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
      name, name || '_before', invoice_month(month));
    for ahead in 0..5 loop
      execute format('create table %I partition of %I for values from (%L) to (%L)',
        name || '_' || to_char((month + make_interval(months => ahead)) at time zone 'UTC', 'YYYYMM'), name,
        invoice_month(month + make_interval(months => ahead)),
        invoice_month(month + make_interval(months => ahead + 1)));
    end loop;
  end loop;
end $$;
alter table delivery alter column id add generated always as identity;
select setval(pg_get_serial_sequence('delivery', 'id'), (select coalesce(max(id), 0) + 1 from delivery_before), false);
alter table delivery add constraint delivery_event_id_foreign
  foreign key (event_id, month) references event (id, month) not valid;
commit;

-- 3. Validates that every delivery has its event, without blocking sessions.
alter table delivery validate constraint delivery_event_id_foreign;
analyze event, delivery;
