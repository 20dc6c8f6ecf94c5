import { z } from 'zod'
import type { DayRange } from '../../../lib/calendar.ts'
import type { FieldError } from '../../../lib/refusals/field-error.ts'
import type { Needs } from '../../../needs.ts'
import { computeNamedRange, countDays, type NamedRange, type RangeName, rangeNames } from '../range.ts'

// As text, because mistakes in a range are shown beside its fields.
export const RangeQuery = z.object({
  range: z.enum(rangeNames).optional(),
  from: z.string().max(40).optional(),
  to: z.string().max(40).optional(),
})
export type RangeQuery = z.infer<typeof RangeQuery>

export interface ChosenRange {
  range: NamedRange
  /** The name of the range; null for two typed days. */
  name: RangeName | null
  /** The mistakes in the typed days, by field. The default range is then used. */
  problems: FieldError[]
}

const daysMax = 3660
const usual = '30'

/** Returns the requested days: by a name, or by the first and the last. */
export function readChosenRange(app: Needs<'now' | 'calendar'>, { range: name, from, to }: RangeQuery): ChosenRange {
  const today = app.calendar.formatDay(app.now())
  if (name || (!from && !to))
    return { range: computeNamedRange(name ?? usual, today), name: name ?? usual, problems: [] }
  const range = { first: from || to!, last: to || from! }
  const problems = findProblems(app, range)
  if (problems.length > 0) return { range: computeNamedRange(usual, today), name: null, problems }
  return { range, name: null, problems }
}

function findProblems({ calendar }: Needs<'calendar'>, { first, last }: DayRange): FieldError[] {
  const isDay = (day: string) => calendar.startOfDay(day) !== null && day >= '2000-01-01' && day <= '2999-12-31'
  const wrong = (path: 'from' | 'to', day: string): FieldError[] =>
    isDay(day) ? [] : [{ path, error: 'is a day that exists, YYYY-MM-DD', code: 'not_a_day' }]
  const problems = [...wrong('from', first), ...wrong('to', last)]
  if (problems.length > 0) return problems
  if (last < first) return [{ path: 'to', error: 'is not before the first day', code: 'end_before_start' }]
  const isLong = countDays({ first, last }) > daysMax
  return isLong ? [{ path: 'to', error: `makes ${daysMax} days at most`, code: 'too_many', max: daysMax }] : []
}

/** Returns the range as query parameters. */
export function toRangeQuery({ range, name }: ChosenRange): Record<string, string> {
  return name ? { range: name } : { from: range.first, to: range.last }
}
