import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { migrateSchema } from '../../src/database/migrate.ts'
import { connectDatabase } from '../../src/database/open.ts'
import { explainStartFailure } from '../../src/database/start-failure.ts'
import { listCaseSpellings } from '../../src/lib/list-case-spellings.ts'
import { executeStatements, formatDatabaseUrl, selectDatabase } from '../kit/connection.ts'
import { allEntities } from '../kit/entities.ts'
import { spawnShop } from '../kit/shop-process.ts'

// Databases in the set-ups that administrators use. IQSS/dataverse#8278, hasura/graphql-engine#7315,
// immich-app/immich#7827, Zipstack/unstract#1705, brianc/node-postgres#2640, golang-migrate/migrate#826,
// umami-software/umami#1480.

const server = () => inject('testServer')
const made: string[] = []

/** Creates a database with the given options. */
async function create(options: string, ...statements: string[]): Promise<pg.ClientConfig> {
  const name = `warung_set_up_${process.pid}_${randomBytes(4).toString('hex')}`
  await executeStatements(server(), `create database ${name} template template0 ${options}`)
  made.push(name)
  const connection = selectDatabase(server(), name)
  await executeStatements(connection, ...statements.map(statement => statement.replaceAll('DATABASE', name)))
  return connection
}

afterEach(async () => {
  for (const name of made.splice(0)) await executeStatements(server(), `drop database ${name} with (force)`)
})

const plainLocale = "locale_provider libc lc_collate 'C' lc_ctype 'C'"

test.each(['SQL_ASCII', 'LATIN1'])('a database in %s is refused before any change', async encoding => {
  const connection = await create(`encoding '${encoding}' ${plainLocale}`)
  await expect(migrateSchema(connection)).rejects.toMatchObject({
    name: 'SchemaMismatchError',
    message: expect.stringContaining(`has the encoding ${encoding}, and Warung needs UTF8`),
  })
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query("select 1 from pg_tables where schemaname = 'public'")
  await client.end()
  expect(rows).toEqual([])
})

test('extensions can be in a schema of their own', async () => {
  const extensions = ['pg_trgm', 'btree_gin'].map(name => `create extension ${name} schema extensions`)
  const connection = await create("encoding 'UTF8'", 'create schema extensions', ...extensions)
  await migrateSchema(connection)
  expect(await migrateSchema(connection)).toBe(undefined)
})

test('a database with another date order is read correctly', async () => {
  const styles = ['SQL, DMY', 'German', 'Postgres, DMY']
  for (const style of styles) {
    const connection = await create(
      `encoding 'UTF8' ${plainLocale}`,
      `alter database DATABASE set datestyle = '${style}'`,
    )
    await migrateSchema(connection)
    const open = await connectDatabase(connection, { poolMax: 2, entities: allEntities })
    const [row] = await open.sql.query<{ at: Date }>("select timestamptz '2026-02-01 03:04:05+00' as at")
    expect(row!.at.toISOString()).toBe('2026-02-01T03:04:05.000Z')
    await open.close()
  }
})

test('a server that refuses the start is reported in one sentence', async () => {
  const role = `warung_guest_${process.pid}`
  await executeStatements(server(), `create role ${role} login password 'guest'`)
  try {
    const connection = await create("encoding 'UTF8'", 'revoke create on schema public from public')
    const address = new URL(formatDatabaseUrl(connection).replace(/^postgres:\/\/[^@]*@/, `postgres://${role}:guest@`))
    const asGuest = { connectionString: address.href }
    const refused = await migrateSchema(asGuest).then(
      () => null,
      error => explainStartFailure(error),
    )
    expect(refused).toMatch(/^The user of DATABASE_URL may not create tables: permission denied for schema public/)
    address.pathname = '/warung_is_not_there'
    const shop = spawnShop({ DATABASE_URL: address.href, PORT: '0', BASE_URL: 'http://127.0.0.1' })
    expect(await shop.ended).toBe(1)
    expect(shop.output()).toMatch(/^The database that DATABASE_URL names does not exist/)
    expect(shop.output().trim().split('\n')).toHaveLength(1)
  } finally {
    for (const name of made.splice(0)) await executeStatements(server(), `drop database ${name} with (force)`)
    await executeStatements(server(), `drop role ${role}`)
  }
})

test('an unencoded password in an address is reported', async () => {
  const address = 'postgres://warung:secret@no-such-host.invalid/warung'
  const shop = spawnShop({ DATABASE_URL: address, PORT: '0', BASE_URL: 'http://127.0.0.1' })
  expect(await shop.ended).toBe(1)
  expect(shop.output()).toContain('DATABASE_URL leads to no database that can be used')
  expect(shop.output()).toContain('write it percent-encoded: %40, %2F, %23')
  expect(shop.output()).not.toMatch(/^\s+at /m)
})

test('a database of locale C, without a capital é, finds names in either case', async () => {
  const connection = await create(`encoding 'UTF8' ${plainLocale}`)
  const client = new pg.Client(connection)
  await client.connect()
  const pairs = [
    ['Café Süd', 'CAFÉ'],
    ['CAFÉ SÜD', 'süd'],
    ['Éclair', 'éclair'],
    ['éclair', 'ÉCLAIR'],
    ['Kopi', 'kOPI'],
  ] as const
  for (const [stored, searched] of pairs) {
    const patterns = listCaseSpellings(searched).map(one => `%${one}%`)
    const { rows } = await client.query('select $1::text ilike any ($2::text[]) as found', [stored, patterns])
    expect(rows[0].found, `${searched} in ${stored}`).toBe(true)
  }
  await client.end()
  expect(listCaseSpellings('kopi susu')).toEqual(['kopi susu'])
})
