import type { AccountScope } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { noteSearchMissSql } from './note-search-miss-sql.ts'
import { termMax } from './search-miss.ts'
import { wordsOf } from './search-products.ts'

const termsPerDayMax = 500

/** Counts a search of a customer that found nothing, for the statistics of the shop. */
export async function noteSearchMiss(
  app: Needs<'sql' | 'now' | 'calendar'>,
  { accountId, mode }: Required<AccountScope>,
  text: string,
): Promise<void> {
  const term = [...wordsOf(text).join(' ')].slice(0, termMax).join('').trim()
  if (term === '') return
  const day = app.calendar.formatDay(app.now())
  await app.sql.write(noteSearchMissSql, { accountId, mode, day, term, termsMax: termsPerDayMax })
}
