// These run before it is known which tables there are, so they name none of the shop's but what `to_regclass` has found.

/** Whether the list of migrations is there, and whether the database knows its version. */
export const schemaStateSql = `
  select to_regclass('mikro_orm_migrations') is not null as listed, to_regclass('schema_version') is not null as versioned`

/** The list is made before the first migration, which may have been cut off. */
export const wasMigratedSql = `select exists (select from mikro_orm_migrations) as migrated`

export const readVersionSql = `select version, lives_with from schema_version`

/** $1 is the version that has migrated, $2 the oldest one that works on its schema. */
export const writeVersionSql = `
  insert into schema_version (is_only, version, lives_with) values (true, $1, $2)
  on conflict (is_only) do update set version = excluded.version, lives_with = excluded.lives_with, migrated_at = now()
  where (schema_version.version, schema_version.lives_with) is distinct from (excluded.version, excluded.lives_with)`

/** The columns of every table, partitions apart: those follow their parents. */
export const columnsSql = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
         a.atthasdef or a.attidentity <> '' as given
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`

/** Keys and unique indexes of the tables that are not divided, and the triggers of all, by the names of columns and their own. */
export const keysSql = `
  select c.relname as table, 'key' as kind,
         (select string_agg(a.attname, ',' order by k.place) from unnest(i.indkey::smallint[]) with ordinality k (number, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number) as name
  from pg_class c join pg_index i on i.indrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and not c.relispartition
    and i.indisunique and i.indisvalid
  union all
  select c.relname, 'trigger', t.tgname from pg_class c join pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal
  where c.relnamespace = current_schema()::regnamespace and not c.relispartition
  union all
  select c.relname, 'divided', '' from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'p' and not c.relispartition`
