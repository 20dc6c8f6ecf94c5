import { PostgresBackend } from '@agendajs/postgres-backend'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { createEmptyTestDatabase, createTestDatabase } from '../kit/database.ts'

test('the migration creates the same table that Agenda would', async () => {
  const ours = await createTestDatabase()
  const theirs = await createEmptyTestDatabase()
  await new PostgresBackend({ pool: theirs.pool, ensureSchema: true }).repository.connect()

  expect(await describeTable(ours.pool)).toEqual(await describeTable(theirs.pool))
  await Promise.all([ours.drop(), theirs.drop()])
})

async function describeTable(pool: pg.Pool) {
  const ask = async (text: string) => (await pool.query(text)).rows
  return {
    columns: await ask(
      `select column_name, data_type, character_maximum_length, is_nullable, column_default
       from information_schema.columns where table_name = 'agenda_jobs' order by ordinal_position`,
    ),
    constraints: await ask(
      `select contype, pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = 'agenda_jobs'::regclass order by 1, 2`,
    ),
    indexes: await ask(`select indexdef from pg_indexes where tablename = 'agenda_jobs' order by indexname`),
    triggers: await ask(
      `select pg_get_triggerdef(oid) as definition from pg_trigger
       where tgrelid = 'agenda_jobs'::regclass and not tgisinternal`,
    ),
  }
}
