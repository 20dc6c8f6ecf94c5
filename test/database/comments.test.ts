import { afterAll, beforeAll, expect, test } from 'vitest'
import snapshot from '../../migrations/snapshot.json' with { type: 'json' }
import { createTestDatabase, type TestDatabase } from '../kit/database.ts'

let database: TestDatabase
const tables = snapshot.tables.map(({ name }) => name)

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

interface Column {
  table: string
  column: string
  type: string
  isClosedSet: boolean
  comment: string | null
}

/** Returns the columns of the shop's tables, except keys and references, whose names say what they are. */
async function columns(): Promise<Column[]> {
  return database.sql.query<Column>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
       exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
         and pg_get_constraintdef(k.oid) like '%= ANY (%') as "isClosedSet",
       col_description(c.oid, a.attnum) as comment
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and a.attname <> 'id' and a.attname !~ '_id$'
       and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
         and a.attnum = any(k.conkey))
     order by 1, 2`,
    [tables],
  )
}

// These are explained once: whose row it is, in which mode, and the language of messages.
const plain = new Set(['mode', 'language'])

/**
 * Whether a column's name is not clear: amounts and counts, JSON, bytes, sealed values, and closed sets such as states.
 */
function needsComment({ column, type, isClosedSet }: Column): boolean {
  if (plain.has(column)) return false
  const isOpaque = ['bigint', 'jsonb', 'bytea'].includes(type)
  return isOpaque || isClosedSet || /^sealed|^wrapped$|_until$|failures$|attempts$/.test(column)
}

test('every table has a comment', async () => {
  const rows = await database.sql.query<{ table: string }>(
    `select relname as table from pg_class where relnamespace = 'public'::regnamespace and relname = any($1)
       and length(coalesce(obj_description(oid, 'pg_class'), '')) < 10`,
    [tables],
  )
  expect(tables.length).toBeGreaterThan(70)
  expect(rows.map(({ table }) => table)).toEqual([])
})

test('every column with an unclear name has a comment', async () => {
  const needing = (await columns()).filter(needsComment)
  expect(needing.length).toBeGreaterThan(120)
  const silent = needing.filter(({ comment }) => (comment ?? '').length < 5)
  expect(silent.map(({ table, column }) => `${table}.${column}`)).toEqual([])
})

test('a comment is one or two sentences for people', async () => {
  const texts = (await columns()).flatMap(({ table, column, comment }) => (comment ? [{ table, column, comment }] : []))
  const odd = texts.filter(({ comment }) => comment.length > 120 || !comment.endsWith('.') || /[`\n]/.test(comment))
  expect(odd).toEqual([])
})
