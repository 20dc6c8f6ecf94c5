import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LintedMigration, lintMigration, splitStatements } from '../../migrations/lint.ts'
import { OnlineMigration } from '../../migrations/online-migration.ts'
import { readSnapshot } from '../../migrations/read-snapshot.ts'
import { checksumOf, migrationNames, releasedMigrations } from '../../migrations/released.ts'
import { checkSchema } from '../../src/database/check-schema.ts'
import { migrateSchema, snapshotOptions } from '../../src/database/migrate.ts'
import { buildOrmOptions } from '../../src/database/open.ts'
import { judgeSchema, readOwnVersion } from '../../src/database/version.ts'
import { createEmptyTestDatabase, createTestDatabase, type TestDatabase } from '../kit/database.ts'
import { allEntities } from '../kit/entities.ts'
import { runSqlFile } from '../kit/sql-file.ts'

/** These create the first tables, so no statement waits for them. */
const onNothing = ['Migration20261121000000_create_tables', 'Migration20261121000900_create_agenda_jobs']

describe('the migrations', () => {
  test('the snapshot matches the entities: after a change of entities, run `npm run migration`', async () => {
    const orm = await MikroORM.init({
      ...buildOrmOptions({ host: 'nowhere', user: 'x', database: 'x' }, { poolMax: 1, entities: allEntities }),
      extensions: [Migrator],
      migrations: snapshotOptions,
    })
    const fromSchema = await readSnapshot(orm)
    expect((await orm.schema.getUpdateSchemaMigrationSQL({ wrap: false, fromSchema })).up.trim()).toBe('')
    await orm.close()
  })

  test('released migrations never change, and each released version lists its own', () => {
    const released = releasedMigrations()
    const changed = [...released].filter(([name, { sha256 }]) => checksumOf(name) !== sha256).map(([name]) => name)
    expect(changed).toEqual([])
    const isReleased = Number.parseInt(readOwnVersion().version, 10) >= 1
    expect(isReleased ? onNothing.filter(name => !released.has(name)) : []).toEqual([])
  })

  test('migrations lock no table for long, and keep what the previous version uses', async () => {
    const later = migrationNames().filter(name => !onNothing.includes(name))
    expect((await Promise.all(later.map(read))).flatMap(lintMigration)).toEqual([])
  })

  test('migrations leave no constraint that old rows were not validated against', async () => {
    const database = await createTestDatabase()
    const { rows: unsure } = await database.pool.query(
      'select conname from pg_constraint where conenforced and not convalidated',
    )
    await database.drop()
    expect(unsure).toEqual([])
  })
})

async function read(name: string): Promise<LintedMigration> {
  const module = await import(`../../migrations/${name}.ts`)
  const Class = Object.values(module).find(value => typeof value === 'function') as new () => OnlineMigration
  const migration = new Class()
  const isOnline = migration instanceof OnlineMigration
  if (!isOnline) await (migration as { up(): unknown }).up()
  return {
    name,
    queries: migration.getQueries() as string[],
    isTransactional: migration.isTransactional(),
    isOnline,
    ...(Class as { allowed?: object }),
  }
}

describe('the linter of migrations', () => {
  const lint = (sql: string, more: Partial<LintedMigration> = {}) =>
    lintMigration({ name: 'm', queries: [sql], isTransactional: true, isOnline: false, ...more })

  test.each([
    ['create index payment_x on payment (x)', 'use OnlineMigration'],
    ['create index concurrently payment_x on payment (x)', 'OnlineMigration mends'],
    ['alter table "payment" add constraint c check (x > 0)', 'add it `not valid`'],
    ['alter table payment add constraint f foreign key (a) references account (id)', 'add it `not valid`'],
    ['alter table payment add constraint u unique (x)', 'while nobody can write'],
    ['alter table payment add constraint c check (x > 0) not valid; alter table payment validate constraint c', 'own'],
    ['alter table payment add column x int not null', 'have no value'],
    ['alter table payment add column x uuid not null default gen_random_uuid()', 'differs by row'],
    ['alter table payment add column x bigint generated always as identity', 'written anew'],
    ['alter table payment add column x bigint null references account (id)', 'by itself'],
    ['alter table payment alter column x type bigint', 'written anew'],
    ['alter table payment add column y int null, alter column x set not null', 'validated check'],
    ['alter table payment drop column x', 'may still use it'],
    ['alter table payment rename column x to y', 'may still use it'],
    ['drop table payment', 'may still use it'],
    ["update payment set x = 'a;b'", 'rows are moved'],
    ['delete from event', 'rows are moved'],
    ['lock table payment in access exclusive mode', 'everybody waits'],
    ['set local lock_timeout = 0', 'limits'],
  ])('the linter of migrations refuses %s', (sql, problem) => {
    expect(lint(sql).join('\n')).toContain(problem)
  })

  test.each([
    'create table menu (id bigint primary key, x int); create index menu_x on menu (x); alter table menu add constraint c check (x > 0)',
    'alter table payment add column x int null, add column y boolean not null default false',
    "alter table payment add column at timestamptz not null default now(); alter table payment add column t text not null default '(a)'",
    'alter table payment add constraint c check (x > 0) not valid',
    'alter table payment validate constraint c',
    'create function f() returns trigger language plpgsql as $$ begin update payment set x = 1; return null; end $$',
  ])('the linter of migrations accepts %s', sql => {
    expect(lint(sql)).toEqual([])
  })

  test('the linter accepts statements with a reason, and refuses irreversible deletions', () => {
    expect(lint('drop table menu', { allowed: { drops: 'nothing reads it since 1.1.0' } })).toEqual([])
    expect(lint('select 1', { isTransactional: false }).join()).toContain('only OnlineMigration')
    expect(lint('', { isTransactional: false, isOnline: true })).toEqual([])
  })

  test('the linter treats texts and bodies of functions as one piece', () => {
    expect(splitStatements("select ';'; -- a;b\nselect $a$ ; $a$;\n\n")).toEqual(["select ';'", 'select $a$ ; $a$'])
  })
})

describe('the version of a database', () => {
  const own = { version: '1.3.0', stops: ['1.0.0', '1.1.0', '1.3.0'], livesWith: '1.2.0' }

  test.each([
    [undefined, 'migrate'],
    [{ version: '1.3.0', livesWith: '1.2.0' }, 'migrate'],
    [{ version: '1.2.9', livesWith: '1.1.0' }, 'migrate'],
    [{ version: '1.1.0', livesWith: '1.0.0' }, 'migrate'],
    [{ version: '1.10.0', livesWith: '1.3.0' }, 'live beside'],
  ])('the database version %j means: %s', (found, judged) => {
    expect(judgeSchema(own, found)).toBe(judged)
  })

  test('a version that cannot be skipped is named, and so is one that is new enough', () => {
    expect(() => judgeSchema(own, { version: '1.0.0', livesWith: '1.0.0' })).toThrow('Start version 1.1.0 first')
    expect(() => judgeSchema(own, { version: '1.5.0', livesWith: '1.4.0' })).toThrow('Start version 1.4.0 or newer')
  })
})

describe('a database at start', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createEmptyTestDatabase()
  })
  afterAll(() => database.drop())
  const tables = () => database.sql.query("select relname from pg_class where relkind = 'r' and relname = 'account'")

  test('a database that was migrated by hand before it recorded its version stays as it is', async () => {
    await database.sql.write(
      'create table mikro_orm_migrations (id serial primary key, name text, executed_at timestamptz)',
    )
    await database.sql.write("insert into mikro_orm_migrations (name) values ('Migration20261121000000_create_tables')")
    await expect(migrateSchema(database.connection)).rejects.toThrow('was made before version 1.0.0')
    expect(await tables()).toEqual([])
  })

  test("another program's database is left unchanged, and the owner of conflicting tables is named", async () => {
    const others = await createEmptyTestDatabase()
    try {
      await others.sql.write('create table payment (id int)')
      await others.sql.write('create table posts (id int)')
      await expect(migrateSchema(others.connection)).rejects.toThrow(
        'belongs to another program: it has payment already',
      )
      const tables = await others.sql.query(`select relname as name from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`)
      expect(tables).toEqual([{ name: 'payment' }, { name: 'posts' }])
      await others.sql.write('drop table payment')
      await migrateSchema(others.connection)
    } finally {
      await others.drop()
    }
  })

  test('a database whose first start was interrupted before its first table is completed and gets its version', async () => {
    await database.sql.write('delete from mikro_orm_migrations')
    await migrateSchema(database.connection)
    await checkSchema(database)
    const { version, livesWith } = readOwnVersion()
    const known = 'select version, lives_with from schema_version'
    expect(await database.sql.query(known)).toEqual([{ version, lives_with: livesWith }])
  })

  test('a database of a newer version is used unchanged, or not at all', async () => {
    const newer = (livesWith: string) =>
      database.sql.write("update schema_version set version = '99.0.0', lives_with = $1", [livesWith])
    await newer(readOwnVersion().version)
    await migrateSchema(database.connection)
    await newer('98.0.0')
    await expect(migrateSchema(database.connection)).rejects.toThrow('Start version 98.0.0 or newer')
    const kept = await database.sql.query('select version from schema_version')
    expect(kept).toEqual([{ version: '99.0.0' }])
  })
})

describe('the comparison at start', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  test('the comparison accepts months as partitions and additions of a later version', async () => {
    for (const name of ['payments', 'events']) await runSqlFile(database.connection, `partition-${name}.sql`)
    await database.sql.write('create table later (id bigint)')
    await database.sql.write('alter table account add column later int, add column counted int not null default 0')
    await database.sql.write('create index account_later on account (later)')
    await checkSchema(database)
  })

  test.each([
    ['alter table customer drop column language', 'customer has no column language'],
    ['drop table favourite cascade', 'there is no table favourite'],
    ['alter table customer alter column address type varchar(9)', 'customer.address is character varying(9)'],
    ['alter table favourite drop constraint favourite_pkey cascade', 'favourite has no favourite_pkey'],
    ['drop trigger payment_counted on payment', 'payment has no trigger payment_counted'],
    ['alter table account add column wanted int not null', 'account.wanted wants a value'],
    ['alter table account alter column email set not null', 'account.email takes no null'],
  ])('the comparison refuses a start after %s', async (change, difference) => {
    const undone = new Error('undone')
    const changing = database.sql.transaction(async tx => {
      await tx.write(change)
      await expect(checkSchema({ orm: database.orm, sql: tx })).rejects.toThrow(difference)
      throw undone
    })
    await expect(changing).rejects.toBe(undone)
  })
})

describe('an index built beside a running shop', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    for (const name of ['payments', 'events']) await runSqlFile(database.connection, `partition-${name}.sql`)
  })
  afterAll(() => database.drop())

  async function make(...indexes: { name: string; table: string; on: string }[]): Promise<void> {
    const Made = class extends OnlineMigration {
      indexes() {
        return indexes
      }
    }
    const migration = new Made(database.orm.em.getDriver() as never, database.orm.config)
    await migration.up()
  }
  const state = () =>
    database.sql.query(
      `select c.relname as name, i.indisvalid as valid from pg_class c join pg_index i on i.indexrelid = c.oid
       where c.relname like '%later' order by 1`,
    )

  test('an interrupted index is built again, once', async () => {
    const index = { name: 'customer_later', table: 'customer', on: '(language)' }
    await make(index)
    await database.sql.write("update pg_index set indisvalid = false where indexrelid = 'customer_later'::regclass")
    await make(index)
    await make(index)
    expect(await state()).toEqual([{ name: 'customer_later', valid: true }])
  })

  test('an index of a partitioned table is built on each partition, and the parent adopts it', async () => {
    await make({ name: 'event_later', table: 'event', on: '(type)' })
    const made = (await state()) as { name: string; valid: boolean }[]
    const ofEvents = made.filter(({ name }) => name.startsWith('event'))
    expect(ofEvents.length).toBeGreaterThan(6)
    expect(ofEvents.every(({ valid }) => valid)).toBe(true)
    await make({ name: 'event_later', table: 'event', on: '(type)' })
  })
})
