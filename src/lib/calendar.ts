/** Days from the first to the last, as `YYYY-MM-DD`, both included. */
export interface DayRange {
  first: string
  last: string
}

/**
 * Formats and parses dates as the contract defines, in the installation's time zone (TIME_ZONE), regardless of the
 * machine's.
 */
export interface Calendar {
  zone: string
  /** Formats as `YYYY-MM-DD HH:MM:SS` (contract 2). */
  format(date: Date): string
  /** Formats as `YYYY-MM-DD`. */
  formatDay(date: Date): string
  /** Returns the first moment of a `YYYY-MM-DD` day; null if the day does not exist. */
  startOfDay(day: string): Date | null
  /** Returns the first moment after a day; null if the day, or the one after it, does not exist. */
  endOfDay(day: string): Date | null
  /**
   * Reads a moment as `format` writes it, with optional seconds, or as ISO 8601 with `Z` or an offset. A day means its
   * first moment or, with `end`, the first moment after it. Null if the text has another form.
   */
  readMoment(text: string, edge?: 'start' | 'end'): Date | null
}

const moments =
  /^(\d{4}-\d{2}-\d{2})[ T]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/

export function createCalendar(zone: string): Calendar {
  // The Swedish locale has exactly the format of the contract.
  const form = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  const format = withMinutes(date => form.format(date))
  const startOfDay = (day: string) => {
    if (!isDay(day)) return null
    const asUtc = new Date(`${day}T00:00:00Z`)
    return hasWallTime(day) ? atWallTime(asUtc, format) : asUtc
  }
  // By the calendar, because days have 23 to 25 hours when clocks change.
  const endOfDay = (day: string) => startOfDay(day) && startOfDay(moveDay(day, 1))
  const readMoment = (text: string, edge: 'start' | 'end' = 'start') => {
    const [, day, time, seconds = '', offset] = moments.exec(text) ?? []
    if (day === undefined) return edge === 'start' ? startOfDay(text) : endOfDay(text)
    if (startOfDay(day) === null) return null
    const moment = new Date(`${day}T${time}${seconds}${offset ?? 'Z'}`)
    return offset === undefined && hasWallTime(day) ? atWallTime(moment, format) : moment
  }
  return {
    zone,
    format,
    formatDay: date => format(date).slice(0, 10),
    startOfDay,
    endOfDay,
    readMoment,
  }
}

export const dayRule = 'is a day that exists, YYYY-MM-DD'

/** Returns whether a text is a day that exists, as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const start = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(start.getTime()) && start.toISOString().slice(0, 10) === text
}

/** Returns the `YYYY-MM-DD` day that is `days` later, or earlier if `days` is negative. */
export function moveDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

const minuteMs = 60_000
const minutesKept = 1_000
// Until 1972 Liberia's offset from UTC was not in whole minutes.
const wholeMinutesSince = Date.UTC(1973, 0)

/** Caches the text of each minute, because answers repeat the same few minutes and the formatter is slow. */
function withMinutes(format: (date: Date) => string): (date: Date) => string {
  const days = new Map<number, string>()
  return date => {
    if (!(date.getTime() >= wholeMinutesSince)) return format(date)
    const minute = Math.floor(date.getTime() / minuteMs)
    let text = days.get(minute)
    if (text === undefined) {
      text = format(new Date(minute * minuteMs)).slice(0, -2)
      if (days.size >= minutesKept) days.clear()
      days.set(minute, text)
    }
    return text + String(date.getUTCSeconds()).padStart(2, '0')
  }
}

// `format` is reliable only for four-digit years, and all stored moments are within these.
function hasWallTime(day: string): boolean {
  return day >= '1900' && day <= '9990'
}

// Computes the offset from the formatted time; a second pass handles the days on which it changes.
function atWallTime(wall: Date, format: (date: Date) => string): Date {
  let moment = wall
  for (let look = 0; look < 2; look++) {
    const shown = new Date(`${format(moment).replace(' ', 'T')}Z`)
    moment = new Date(moment.getTime() + wall.getTime() - shown.getTime())
  }
  return moment
}
