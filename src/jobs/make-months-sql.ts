/** Those of the tables $1 that months divide, each with its partitions. Through the catalogue, which no entity describes. */
export const dividedTablesSql = `
  select c.relname as name, array(select i.inhrelid::regclass::text from pg_inherits i where i.inhparent = c.oid) as partitions
  from pg_class c
  where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace and c.relname = any($1::text[])
  order by c.relname`

/** Payments wait behind a partition that waits for its lock, so it gives up soon. */
export const giveUpSoonSql = "set local lock_timeout = '2s'"

/** `from` is the first value of the partition, `to` the first of the next. */
export const createPartitionSql = (
  partition: string,
  { table, from, to }: { table: string; from: string; to: string },
) => `create table if not exists ${partition} partition of ${table} for values from ('${from}') to ('${to}')`
