import { z } from 'zod'

// Indonesian providers write times in Jakarta's zone, regardless of the shop's. It has no daylight saving time.

export const jakartaOffset = '+07:00'
const offsetMs = 7 * 3_600_000

/** Formats a time to the second, without an offset, such as `2026-11-21T14:35:00`. */
export function formatJakartaTime(date: Date): string {
  return new Date(date.getTime() + offsetMs).toISOString().slice(0, 19)
}

/** Parses `2026-11-21T14:35:00` or `2026-11-21 14:35:00` as Jakarta time; an invalid Date if the text is not a time. */
export function parseJakartaTime(text: string): Date {
  return new Date(`${text.replace(' ', 'T')}${jakartaOffset}`)
}

/** Parses a time such as `2026-11-21 14:35:00`; null if it is impossible, such as `0000-00-00 00:00:00`. */
export const SpacedJakartaTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .transform(parseJakartaTime)
  .transform(date => (Number.isNaN(date.getTime()) ? null : date))
