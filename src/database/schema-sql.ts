import pg from 'pg'
import { statement } from '../lib/statement.ts'

// These run before it is known which tables exist, so they only use the shop's tables that `to_regclass` finds.

/**
 * Reads whether the list of migrations exists, which is created before the first one, and whether the database stores
 * its version.
 */
export const schemaStateSql = `
  select to_regclass('mikro_orm_migrations') is not null as listed,
    to_regclass('schema_version') is not null as versioned`

export const serverSql = `
  select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`

/** Reads the search path, and the other schemas that contain extensions used by the schema. */
export const extensionSchemasSql = `
  select current_setting('search_path') as path, array(
    select distinct n.nspname::text from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname in ('pg_trgm', 'btree_gin') and n.nspname <> all (current_schemas(true))) as others`

/** Takes the migration lock until the session ends, unless another session holds it. */
export const tryTurnSql = statement<{ lock: number }, { taken: boolean }>('select pg_try_advisory_lock(:lock) as taken')

export const executedSql = 'select name from mikro_orm_migrations'

/** Creates the list of executed migrations as MikroORM does. */
export const createExecutedSql = `
  create table if not exists "mikro_orm_migrations" (
    "id" serial primary key,
    "name" varchar(255) not null,
    "executed_at" timestamptz(6) not null default current_timestamp(6))`

/** Returns the SQL that counts a migration as executed. */
export const noteExecutedSql = (name: string) =>
  `insert into mikro_orm_migrations (name) values (${pg.escapeLiteral(name)})`

/** The progress of the index that is being built in this database. */
export const indexProgressSql = `
  select phase, (100 * blocks_done / nullif(blocks_total, 0))::int as share from pg_stat_progress_create_index
  where datname = current_database() limit 1`

/**
 * Reads the work that began before an upgrade. It only uses tables that every released version has; a process of 1.0.0
 * does not report its version.
 */
export const workUnderWaySql = `
  select (select count(*) from payment where status = 'pending') as payments,
         (select count(*) from transfer where state = 'unsettled') as transfers,
         (select count(*) from delivery where state = 'pending') as callbacks,
         (select count(*) from store_order
          where status in ('pending', 'waiting_payment', 'paid', 'processing')) as orders,
         (select count(*) from inbox where state = 'received') as updates,
         (select coalesce(jsonb_object_agg(version, number), '{}') from (
            select coalesce(to_jsonb(p)->>'version', '1.0.0') as version, count(*) as number
            from process p where beaten_at > now() - interval '10 seconds' group by 1) living) as processes`

/** Reads the size of the database in bytes, as the server counts it. */
export const databaseSizeSql = 'select pg_database_size(current_database()) as bytes'

/** Lists every table that has its own rows, quoted for use in a statement. */
export const tablesSql = `
  select format('%I.%I', n.nspname, c.relname) as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`

/** Returns the SQL that reads every byte of a table listed by `tablesSql`. */
export const readThroughSql = (table: string) =>
  `select count(*) as rows, coalesce(sum(octet_length(row::text)), 0) as bytes from ${table} as row`

export const readVersionSql = `select version, lives_with from schema_version`

/** Writes the version that has migrated, and the oldest version compatible with its schema. */
export const writeVersionSql = statement<{ version: string; livesWith: string }>(`
  insert into schema_version (is_only, version, lives_with) values (true, :version, :livesWith)
  on conflict (is_only) do update set version = excluded.version, lives_with = excluded.lives_with, migrated_at = now()
  where (schema_version.version, schema_version.lives_with) is distinct from (excluded.version, excluded.lives_with)`)

/** Reads the columns of every table except partitions, which have those of their parents. */
export const columnsSql = `
  select c.relname as table, a.attname as column,
    format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
         a.atthasdef or a.attidentity <> '' as given
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`

/**
 * Reads the keys and unique indexes of tables that are not partitioned, and the triggers of all tables, by name and
 * columns.
 */
export const keysSql = `
  select c.relname as table, 'key' as kind,
         (select string_agg(a.attname, ',' order by k.place)
          from unnest(i.indkey::smallint[]) with ordinality k (number, place)
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
