-- The next six months of `payment`, and of `event` and `delivery` where they are divided too; those that are there already are left as they are.
-- Payments wait for it, for milliseconds. When it meets a lock that lasts it gives up, and is run again.
set lock_timeout = '2s';
do $$
declare
  month timestamptz := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC';
  divided record;
  name text;
begin
  for divided in
    select relname as name, case relname when 'payment' then 'INV-' else '' end as prefix from pg_class
    where relkind = 'p' and relnamespace = 'public'::regnamespace and relname in ('payment', 'event', 'delivery')
  loop
    for ahead in 1..6 loop
      name := divided.name || '_' || to_char((month + make_interval(months => ahead)) at time zone 'UTC', 'YYYYMM');
      if to_regclass(name) is null then
        execute format('create table %I partition of %I for values from (%L) to (%L)', name, divided.name,
          divided.prefix || invoice_month(month + make_interval(months => ahead)),
          divided.prefix || invoice_month(month + make_interval(months => ahead + 1)));
      end if;
    end loop;
  end loop;
end $$;
