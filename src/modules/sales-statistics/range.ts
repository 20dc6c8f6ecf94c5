import { type DayRange, moveDay } from '../../lib/calendar.ts'

export interface NamedRange extends DayRange {
  /** Whether it represents a month, up to today. */
  isMonth?: boolean
}

const dayMs = 86_400_000

export const rangeNames = ['today', '7', '30', 'month', 'last-month', 'year'] as const
export type RangeName = (typeof rangeNames)[number]

/** Returns the days that people mean by a name, relative to today. */
export function computeNamedRange(name: RangeName, today: string): NamedRange {
  const month = `${today.slice(0, 7)}-01`
  const ranges: Record<RangeName, NamedRange> = {
    today: { first: today, last: today },
    '7': { first: moveDay(today, -6), last: today },
    '30': { first: moveDay(today, -29), last: today },
    month: { first: month, last: today, isMonth: true },
    'last-month': { first: `${moveDay(month, -1).slice(0, 7)}-01`, last: moveDay(month, -1), isMonth: true },
    year: { first: `${today.slice(0, 4)}-01-01`, last: today },
  }
  return ranges[name]
}

export function countDays({ first, last }: DayRange): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1
}

/**
 * Returns the range to compare with. A month, or its days so far, is compared with those of the previous month; a whole
 * year with the previous year; one day with the same weekday of the previous week. Any other range is compared with the
 * same number of days just before it.
 */
export function computePreviousRange(range: NamedRange): DayRange {
  const { first, last } = range
  if (range.isMonth || isWholeMonth(range)) return monthBefore(range)
  if (first.endsWith('-01-01') && last === `${first.slice(0, 4)}-12-31`) {
    const year = Number(first.slice(0, 4)) - 1
    return { first: `${year}-01-01`, last: `${year}-12-31` }
  }
  const days = countDays(range)
  if (days === 1) return { first: moveDay(first, -7), last: moveDay(last, -7) }
  return { first: moveDay(first, -days), last: moveDay(first, -1) }
}

function isWholeMonth({ first, last }: DayRange): boolean {
  return first.endsWith('-01') && first.slice(0, 7) === last.slice(0, 7) && moveDay(last, 1).endsWith('-01')
}

function monthBefore({ first, last }: DayRange): DayRange {
  const lastBefore = moveDay(first, -1)
  const start = `${lastBefore.slice(0, 7)}-01`
  const isWhole = moveDay(last, 1).endsWith('-01')
  const sameDay = `${start.slice(0, 8)}${last.slice(8)}`
  return { first: start, last: isWhole || sameDay > lastBefore ? lastBefore : sameDay }
}

/** Returns every day of it, oldest first. */
export function listDays(range: DayRange): string[] {
  return Array.from({ length: countDays(range) }, (_, index) => moveDay(range.first, index))
}

/** Returns the index of a weekday; 0 is Monday. */
export function weekdayIndex(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}
