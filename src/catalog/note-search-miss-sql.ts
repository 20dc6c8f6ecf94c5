// A search that finds nothing is counted while a customer waits for the answer: one statement, whatever others search
// for meanwhile.
import { statement } from '../lib/statement.ts'

/** Counts a search. So many different ones of a day are kept; the others of that day are not counted. */
export const noteSearchMissSql = statement<{
  accountId: number
  mode: string
  day: string
  term: string
  termsMax: number
}>(`
  insert into search_miss as m (account_id, mode, day, term, searches)
  select :accountId::bigint, :mode::text, :day::date, :term::text, 1
  where :termsMax::integer > (select count(*) from search_miss
      where account_id = :accountId::bigint and mode = :mode::text and day = :day::date)
    or exists (select 1 from search_miss
      where account_id = :accountId::bigint and mode = :mode::text and day = :day::date and term = :term::text)
  on conflict (account_id, mode, day, term) do update set searches = m.searches + 1`)
