import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseInstant } from '../../src/lib/parse-instant.ts'
import { createTestDatabase, type TestDatabase } from '../kit/database.ts'

// PostgreSQL writes the texts, and the driver's own parser reads them as well.

const parseByDriver = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('a moment that PostgreSQL writes', () => {
  // Offsets of whole hours, of minutes, and of seconds before 1900.
  test.each(['UTC', 'Asia/Jakarta', 'Asia/Jayapura', 'America/St_Johns', 'Asia/Kolkata', 'Africa/Monrovia'])(
    'a drawn moment is the one that the driver reads, in %s',
    async zone => {
      const texts = await written(
        zone,
        `select date_trunc(unit, '0090-01-01'::timestamptz + random() * '2100 years'::interval)
         from generate_series(1, 400), unnest('{microseconds,milliseconds,second,minute,year}'::text[]) unit`,
      )
      expect(texts).toHaveLength(2_000)
      for (const text of texts) expect([text, parseInstant(text)]).toEqual([text, parseByDriver(text)])
    },
  )

  test('an unusual moment is the one that the driver reads', async () => {
    const moments = ['infinity', '-infinity', '0044-03-15 BC', '0001-01-01', '0099-12-31', '0100-01-01', '12026-01-01']
    const texts = await written('UTC', `select unnest('{${moments.join(',')}}'::timestamptz[])`)
    expect(texts.map(text => parseInstant(text))).toEqual(texts.map(text => parseByDriver(text)))
  })
})

/** Returns the moments of a query as texts in this time zone. */
async function written(zone: string, query: string): Promise<string[]> {
  return database.sql.transaction(async tx => {
    await tx.query(`set local time zone '${zone}'`)
    const rows = await tx.query<{ text: string }>(`select moment::text as text from (${query}) drawn (moment)`)
    return rows.map(({ text }) => text)
  })
}
