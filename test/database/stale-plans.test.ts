import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../kit/database.ts'

// A process of the previous version, with statements prepared on every connection, runs during an upgrade that adds
// columns.

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const atOnce = 8
let added = 0

async function addColumn(): Promise<void> {
  await database.pool.query(`alter table event_note add column added_${++added} int not null default ${added}`)
}

beforeAll(async () => {
  await database.pool.query('create table event_note (id bigint generated always as identity primary key, note text)')
})

const readSql = 'select * from event_note order by id'
const addSql = 'insert into event_note (note) values ($1) returning *'
const changeSql = 'update event_note set note = $2 where id = $1 returning *'

test('PostgreSQL itself refuses a statement with a stale plan, in any language', async () => {
  const client = await database.pool.connect()
  const ask = () => client.query({ name: 'bare', text: 'select * from event_note', values: [] })
  await ask()
  await addColumn()
  await expect(ask()).rejects.toMatchObject({ code: '0A000', routine: 'RevalidateCachedQuery' })
  client.release(true)
})

test('single statements are retried once on every connection', async () => {
  const read = () => database.sql.query<{ id: number }>(readSql)
  const add = (note: string) => database.sql.query(addSql, [note])
  await Promise.all(Array.from({ length: atOnce }, read))
  await Promise.all(Array.from({ length: atOnce }, () => add('before')))
  for (let upgrade = 0; upgrade < 3; upgrade++) {
    await addColumn()
    await Promise.all(Array.from({ length: atOnce }, () => Promise.all([read(), add(`after ${upgrade}`)])))
  }
  const rows = await read()
  expect(rows).toHaveLength(4 * atOnce)
  expect(Object.keys(rows[0]!)).toContain(`added_${added}`)
})

test('slow reads are retried in their own transaction', async () => {
  const read = () => database.slowly(({ sql }) => sql.query<object>(readSql))
  await read()
  await addColumn()
  expect(Object.keys((await read())[0]!)).toContain(`added_${added}`)
})

test('a transaction is retried from its beginning, and its writes exist once', async () => {
  let begun = 0
  const work = () =>
    database.transaction('installation', async tx => {
      begun++
      const [row] = await tx.query<{ id: number }>(addSql, ['in a transaction'])
      await tx.query(changeSql, [row!.id, 'done'])
      return row!.id
    })
  await Promise.all(Array.from({ length: atOnce }, work))
  await addColumn()
  begun = 0
  const ids = await Promise.all(Array.from({ length: atOnce }, work))
  expect(begun).toBeGreaterThan(atOnce)
  expect(new Set(ids).size).toBe(atOnce)
  const done = await database.sql.query("select id from event_note where note = 'done'")
  expect(done).toHaveLength(2 * atOnce)
})
