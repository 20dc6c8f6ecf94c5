/** The day of a line in a bank's list, and its time if the list has one. */
export interface ListDate {
  /** The day, `YYYY-MM-DD`. */
  day: string
  /** The time, `HH:MM:SS`; null if the list has only days. */
  time: string | null
}

/** The days that a list covers, `YYYY-MM-DD`. Lines without a year belong to these. */
export interface ListPeriod {
  first: string
  last: string
}

/**
 * Reads a date as banks write them, the day before the month, such as `'02/01`, `02/01/26`, `2026-01-02 08:00:00`,
 * `01/05/26 10.00.00`, `16 March 2026 09:34:53` or `02-Jan-2026`. Null for any other text, such as `PEND`.
 */
export function readListDate(text: string, { first, last }: ListPeriod): ListDate | null {
  const plain = text.trim().replace(/^'/, '')
  if (/^[3-6]\d{4}(?:\.\d{1,12})?$/.test(plain)) return readSerial(Number(plain))
  const [, dayPart = '', hour, minute, second = '00'] = withTime.exec(plain) ?? []
  const time = hour === undefined ? null : readTime(hour, minute!, second)
  if (hour !== undefined && time === null) return null
  const day = readDay(dayPart, { first, last })
  return day === null ? null : { day, time }
}

// Excel counts days from the last day of 1899. Source: ECMA-376 part 1, 18.17.4.1.
function readSerial(days: number): ListDate {
  const text = new Date(Math.round((days - 25_569) * 86_400) * 1000).toISOString()
  return { day: text.slice(0, 10), time: Number.isInteger(days) ? null : text.slice(11, 19) }
}

const withTime =
  /^(\S+|\d{1,2} [a-z]{3,9} \d{4})(?:[ T,]{1,2}(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\.\d{1,6})?(?: WIB)?)?$/i

/** Reads a time in its own column: `09:34:53`, `9.34`, or BRI's `3153` for 00:31:53. */
export function readListTime(text: string): string | null {
  const plain = text.trim().replace(/^'/, '')
  if (/^\d{1,6}$/.test(plain)) {
    const digits = plain.padStart(6, '0')
    return readTime(digits.slice(0, 2), digits.slice(2, 4), digits.slice(4))
  }
  const [, hour, minute, second = '00'] = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?$/.exec(plain) ?? []
  return hour === undefined ? null : readTime(hour, minute!, second)
}

function readTime(hour: string, minute: string, second: string): string | null {
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  return `${hour.padStart(2, '0')}:${minute}:${second}`
}

function readDay(text: string, period: ListPeriod): string | null {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  if (isoYear !== undefined) return checkDay(isoYear, Number(isoMonth), Number(isoDay))
  const [, day, month, year] = /^(\d{1,2})[/ -](\d{1,2}|[a-z]{3,9})(?:[/ -](\d{4}|\d{2}))?$/i.exec(text) ?? []
  if (day === undefined) return null
  const monthNumber = /^\d/.test(month!) ? Number(month) : findMonth(month!)
  if (year !== undefined) return checkDay(year.length === 2 ? `20${year}` : year, monthNumber, Number(day))
  const years = [period.last.slice(0, 4), period.first.slice(0, 4)]
  const days = years.map(each => checkDay(each, monthNumber, Number(day)))
  return days.find(each => each !== null && each >= period.first && each <= period.last) ?? null
}

const months = `januari january,februari february,maret march,april,mei may,juni june,juli july,
  agustus august agt,september,oktober october,november nopember,desember december`
  .split(/,\s*/)
  .map(names => names.split(' '))

function findMonth(name: string): number {
  const plain = name.toLowerCase()
  return 1 + months.findIndex(names => names.some(each => each === plain || each.slice(0, 3) === plain))
}

function checkDay(year: string, month: number, day: number): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) ? text : null
}

/** Returns the period stated above the lines of a list, or null. */
export function findPeriod(text: string): ListPeriod | null {
  const any = { first: '0000-01-01', last: '9999-12-31' }
  const [, from, to] = fromTo.exec(text) ?? []
  if (from !== undefined) {
    const [first, last] = [readDay(from, any), readDay(to!, any)]
    return first !== null && last !== null && first <= last ? { first, last } : null
  }
  const [, name, year] = /periode?\s{0,5}:?\s{0,5}([a-z]{3,9}) (\d{4})/i.exec(text) ?? []
  const month = name === undefined ? 0 : findMonth(name)
  if (month === 0) return null
  const first = checkDay(year!, month, 1)!
  const last = new Date(Date.UTC(Number(year), month, 0)).toISOString().slice(0, 10)
  return { first, last }
}

const fromTo = /(\d{1,2}[/-]\d{1,2}[/-]\d{4})\s{0,3}(?:-|–|s\/d|sampai|to)\s{0,3}(\d{1,2}[/-]\d{1,2}[/-]\d{4})/
