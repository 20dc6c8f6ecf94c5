import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyTestDatabase, createTestDatabase, type TestDatabase } from './database.ts'

let databases: TestDatabase[]

beforeAll(async () => {
  databases = await Promise.all([createTestDatabase(), createTestDatabase(), createEmptyTestDatabase()])
})

afterAll(() => Promise.all(databases.map(database => database.drop())))

const tables = `select table_name as name from information_schema.tables where table_schema = 'public'`

test('two copies made simultaneously are separate databases', async () => {
  const [first, second] = databases as [TestDatabase, TestDatabase]
  await first.sql.query('create table only_here (id int)')
  expect(await first.sql.query(`${tables} and table_name = 'only_here'`)).toHaveLength(1)
  expect(await second.sql.query(`${tables} and table_name = 'only_here'`)).toHaveLength(0)
})

test('a copy has the migrated tables, and an empty one has none', async () => {
  const [first, , empty] = databases as [TestDatabase, TestDatabase, TestDatabase]
  expect((await first.sql.query(tables)).length).toBeGreaterThan(3)
  expect(await empty.sql.query(tables)).toEqual([])
})

test('work that outlives its database does not reach the next one', async () => {
  const left = await createTestDatabase()
  await left.drop()
  const next = await createTestDatabase()
  databases.push(next)
  expect(next.orm).toBe(left.orm)
  expect(() => left.em('installation')).toThrow('is closed')
  await expect(left.transaction('installation', async () => {})).rejects.toThrow('is closed')
  await expect(left.sql.query('select 1')).rejects.toThrow()
  expect(await next.sql.query('select 1 as one')).toEqual([{ one: 1 }])
})
