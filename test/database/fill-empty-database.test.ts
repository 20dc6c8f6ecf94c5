import { mkdtemp, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { migrationNames } from '../../migrations/released.ts'
import { migrateSchema, migrationsFolder } from '../../src/database/migrate.ts'
import { createEmptyTestDatabase } from '../kit/database.ts'

test('an empty database is filled with exactly the schema that the migrations create one by one', async () => {
  const filled = await createEmptyTestDatabase()
  const migrated = await createEmptyTestDatabase()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-first-migration-'))
  try {
    await migrateSchema(filled.connection)
    // After the first migration, the database is not empty for the others.
    const [first = '', ...others] = migrationNames()
    await symlink(path.join(migrationsFolder, `${first}.ts`), path.join(folder, `${first}.ts`))
    await migrateSchema(migrated.connection, { folder })
    expect(await migrateSchema(migrated.connection)).toMatchObject({ pending: others })

    const schema = await filled.sql.query<{ is: string }>(schemaSql)
    expect(schema.length).toBeGreaterThan(3_000)
    expect(schema).toEqual(await migrated.sql.query(schemaSql))
    const executed = 'select id, name from mikro_orm_migrations order by id'
    expect(await filled.sql.query(executed)).toEqual(await migrated.sql.query(executed))
  } finally {
    await rm(folder, { recursive: true })
    await filled.drop()
    await migrated.drop()
  }
})

/** One line for each part of the schema that pg_dump would write, and the order of columns. */
const schemaSql = `
  select concat_ws(' ', c.oid::regclass, c.relkind, c.relpersistence, c.reloptions, obj_description(c.oid)) as is
  from pg_class c where c.relnamespace = 'public'::regnamespace
  union all
  select concat_ws(' ', a.attrelid::regclass, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
    a.attidentity, a.attgenerated, a.attcollation, a.attstorage, a.attcompression, a.attstattarget, a.attisdropped,
    pg_get_expr(d.adbin, d.adrelid), col_description(a.attrelid, a.attnum))
  from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and a.attnum > 0
  union all
  select concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisready, indisreplident) from pg_index i
    join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace
  union all
  select concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid), obj_description(oid))
  from pg_constraint where connamespace = 'public'::regnamespace
  union all
  select concat_ws(' ', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
  union all
  select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
  union all
  select pg_get_viewdef(oid) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
  union all
  select concat_ws(' ', sequencename, data_type, start_value, increment_by, last_value) from pg_sequences
  where schemaname = 'public'
  union all
  select pg_get_statisticsobjdef(oid) from pg_statistic_ext
  union all
  select concat_ws(' ', t.typname, typtype, pg_get_expr(typdefaultbin, 0)) from pg_type t
  where typnamespace = 'public'::regnamespace
  union all
  select concat_ws(' ', extname, extversion, extnamespace::regnamespace) from pg_extension
  order by 1`
