-- Six months from now, after `partition-payments.sql`; those that are there already are left as they are.
do $$
declare
  month timestamptz := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC';
  name text;
begin
  for ahead in 1..6 loop
    name := 'payment_' || to_char((month + make_interval(months => ahead)) at time zone 'UTC', 'YYYYMM');
    if to_regclass(name) is null then
      execute format('create table %I partition of payment for values from (%L) to (%L)', name,
        payment_month(month + make_interval(months => ahead)), payment_month(month + make_interval(months => ahead + 1)));
    end if;
  end loop;
end $$;
