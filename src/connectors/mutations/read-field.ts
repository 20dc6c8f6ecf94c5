import type { ReceivedPush } from '../connector.ts'
import { readAmount } from './amount.ts'

/** A time as a forwarder sends it. */
export interface TimeField {
  /** The moment; null if only the day (today) is known. */
  at: Date | null
  /** Whether the time includes seconds: two notifications with equal texts may come in the same minute. */
  isExact: boolean
}

const secondsUntil = 100_000_000_000
const earliestMs = Date.UTC(2000, 0)
const latestMs = Date.UTC(2100, 0)

/**
 * Reads ISO 8601, a local time without an offset, or seconds or milliseconds since 1970, as a number or in digits. Null
 * for anything else: a time is optional, and money is never refused because of it.
 */
export function readTime(value: unknown, { calendar, receivedAt }: ReceivedPush): TimeField | null {
  const text = typeof value === 'string' ? value.trim() : String(value)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && calendar.formatDay(receivedAt) === text) return { at: null, isExact: false }
  const isNumber = /^\d+(\.\d+)?$/.test(text)
  const at = isNumber
    ? new Date(Number(text) < secondsUntil ? Number(text) * 1000 : Number(text))
    : calendar.readMoment(text.replace(/([+-]\d{2})(\d{2})$/, offsetWithColon))
  const isPossible = at !== null && at.getTime() >= earliestMs && at.getTime() <= latestMs
  return isPossible ? { at, isExact: isNumber || /\d:\d{2}:\d{2}/.test(text) } : null
}

// Only after a time, because a date also ends in digits.
function offsetWithColon(offset: string, hours: string, minutes: string, at: number): string {
  return at > 10 ? `${hours}:${minutes}` : offset
}

/** Returns whole rupiah from a number or text such as `91074`, `"91074"` or `"Rp91.074"`; null for anything else. */
export function readAmountField(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return readAmount(text.replace(/^(\d+)\.00?$/, '$1'))
}
