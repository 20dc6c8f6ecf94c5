import { raw } from '@mikro-orm/core'
import type { AccountScope } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { SearchMiss, termMax } from './search-miss.ts'
import { splitSearchWords } from './search-products.ts'

const termsPerDayMax = 500

/** Counts a customer's search without results, for the shop's statistics. */
export async function recordSearchMiss(
  app: Needs<'em' | 'now' | 'calendar'>,
  scope: Required<AccountScope>,
  text: string,
): Promise<void> {
  const term = [...splitSearchWords(text).join(' ')].slice(0, termMax).join('').trim()
  if (term === '') return
  const day = app.calendar.formatDay(app.now())
  const em = app.em(scope)
  const miss = { account: scope.accountId, mode: scope.mode, day, term }
  const again = { searches: raw<number>('searches + 1') }
  if ((await em.nativeUpdate(SearchMiss, miss, again)) === 1) return
  // The maximum number of distinct terms per day; further ones are not counted.
  if ((await em.count(SearchMiss, { day })) >= termsPerDayMax) return
  const searches = raw<number>('search_miss.searches + 1')
  await em
    .qb(SearchMiss)
    .insert({ ...miss, searches: 1 })
    .onConflict(['account', 'mode', 'day', 'term'])
    .merge({ searches })
    .execute()
}
