import type { Calendar } from '../lib/calendar.ts'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** Opening hours by day, such as `08:00` to `17:00` in the installation's time zone; closed on missing days. */
export type Hours = Partial<Record<Weekday, [from: string, to: string]>>

const dayMs = 86_400_000
const minuteMs = 60_000

interface Opening {
  from: Date
  to: Date
}

/** A day on which a shop is closed, regardless of its hours. */
export interface Holiday {
  /** The date as `YYYY-MM-DD`. */
  day: string
  note: string
}

/** When a shop is open. Without hours it is always open, except on holidays. */
export interface OpenTimes {
  hours: Hours | null
  holidays: readonly Holiday[]
  /** The end of a temporary closure, regardless of hours; null or past if the shop is not closed. */
  closedUntil?: Date | null | undefined
}

/** Returns whether a shop is open. */
export function isOpen(times: OpenTimes, now: Date, calendar: Calendar): boolean {
  if (isAlwaysOpen(times, now)) return true
  return listOpenings(times, now, calendar).some(({ from, to }) => from <= now && now < to)
}

function isAlwaysOpen({ hours, holidays, closedUntil }: OpenTimes, now: Date): boolean {
  return hours === null && holidays.length === 0 && !(closedUntil && closedUntil > now)
}

/** Returns when a shop opens next; null if it never does, or is always open. */
export function findNextOpening(times: OpenTimes, now: Date, calendar: Calendar): Date | null {
  if (isAlwaysOpen(times, now)) return null
  return listOpenings(times, now, calendar).find(({ from }) => from > now)?.from ?? null
}

/** Returns when a shop closes next; null if it is closed, or does not close within the next week. */
export function findNextClosing(times: OpenTimes, now: Date, calendar: Calendar): Date | null {
  if (isAlwaysOpen(times, now)) return null
  const openings = listOpenings(times, now, calendar)
  let closing: Date | null = null
  for (const { from, to } of openings) {
    // A day that ends at midnight continues if the next one begins then.
    if (from <= (closing ?? now) && to > (closing ?? now)) closing = to
  }
  return closing && closing < openings.at(-1)!.to ? closing : null
}

const slotsMax = 8

/**
 * Returns the next slots of this many minutes that lie within the opening hours. The first starts at least half an hour
 * from now.
 */
export function listNextSlots(
  { slotMinutes, ...times }: OpenTimes & { slotMinutes: number },
  now: Date,
  calendar: Calendar,
): Date[] {
  const earliest = now.getTime() + 30 * minuteMs
  const slotMs = slotMinutes * minuteMs
  const slots: Date[] = []
  for (const { from, to } of listOpenings(times, now, calendar)) {
    for (let at = from.getTime(); at + slotMs <= to.getTime() && slots.length < slotsMax; at += slotMs) {
      if (at >= earliest) slots.push(new Date(at))
    }
  }
  return slots
}

const wholeDays: Hours = Object.fromEntries(weekdays.map(day => [day, ['00:00', '24:00']]))

// Yesterday's, which may continue past midnight, and those of the next week. If the closing time is before the opening
// time, the shop closes on the following day.
function listOpenings({ hours, holidays, closedUntil }: OpenTimes, now: Date, calendar: Calendar): Opening[] {
  const closed = new Set(holidays.map(({ day }) => day))
  const week = hours ?? wholeDays
  const found: Opening[] = []
  for (let ahead = -1; ahead <= 7 + holidays.length; ahead++) {
    const day = calendar.formatDay(new Date(now.getTime() + ahead * dayMs))
    const start = calendar.startOfDay(day)
    const open = closed.has(day) ? undefined : week[weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]!]
    if (!start || !open) continue
    const [from, to] = open.map(clock => new Date(start.getTime() + toMinutes(clock) * minuteMs)) as [Date, Date]
    const closes = to > from ? to : new Date(to.getTime() + dayMs)
    const opens = closedUntil && closedUntil > from ? closedUntil : from
    if (opens < closes) found.push({ from: opens, to: closes })
  }
  return found
}

function toMinutes(clock: string): number {
  const [hour, minute] = clock.split(':').map(Number) as [number, number]
  return hour * 60 + minute
}
