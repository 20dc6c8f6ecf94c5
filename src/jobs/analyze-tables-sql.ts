/** Tables of at least 1,000 rows; `reltuples` is -1 before the first look. Through the catalogue, which no entity describes. */
export const grownTablesSql = `
  select s.relid::regclass::text as name
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.schemaname = 'public' and s.n_live_tup >= greatest(1000, 10 * c.reltuples)
  order by 1`
