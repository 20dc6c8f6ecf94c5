import { type Holiday, type Hours, type Weekday, weekdays } from '../../../src/catalog/opening-hours.ts'
import type { PlainRules } from '../../../src/catalog/rules/check-shop-rules.ts'
import { moveDay } from '../../../src/lib/calendar.ts'
import { readRupiah } from './merchant-goods.ts'

const amounts = { fee: 'deliveryFee', free: 'freeDeliveryFrom', min: 'orderMin' } as const
const words = {
  ...{ pickup: 'pickupPlace', whatsapp: 'whatsapp', phone: 'phone', address: 'address' },
  ...{ greeting: 'greeting', after: 'afterOrder' },
} as const

type Amount = keyof typeof amounts
type Words = keyof typeof words
/** A rule that a merchant is asked for. `daily` is the hours of all days, a weekday those of one. */
export type Rule = 'daily' | Weekday | 'holiday' | Amount | Words

/** The kind of a rule: what its answers look like. */
export type RuleKind = 'hours' | 'holiday' | 'rupiah' | 'words'

/** Null for what is no rule. */
export function kindOfRule(rule: string | undefined): RuleKind | null {
  if (rule === undefined) return null
  if (rule === 'daily' || weekdays.some(day => day === rule)) return 'hours'
  if (rule === 'holiday') return 'holiday'
  if (Object.hasOwn(amounts, rule)) return 'rupiah'
  return Object.hasOwn(words, rule) ? 'words' : null
}

export type RulesChange = (rules: PlainRules) => Partial<PlainRules>

/**
 * The change that an answer asks for, null where it cannot be read. `text` is null for a rule that becomes empty:
 * closed, free, without limit, without words. `today` is `YYYY-MM-DD`.
 */
export function readRule(rule: Rule, text: string | null, today: string): RulesChange | null {
  if (rule === 'holiday') return closing(text, today)
  if (rule in amounts) return amount(rule as Amount, text)
  if (rule in words) return () => ({ [words[rule as Words]]: text })
  return opening(rule === 'daily' ? weekdays : [rule as Weekday], text)
}

function amount(rule: Amount, text: string | null): RulesChange | null {
  const none = rule === 'free' ? null : 0
  const told = text === null ? none : readRupiah(text)
  return Number.isNaN(told) ? null : () => ({ [amounts[rule]]: told })
}

function opening(days: readonly Weekday[], text: string | null): RulesChange | null {
  const times = text === null ? null : readTimes(text)
  if (text !== null && times === null) return null
  return ({ hours }) => {
    const before: Hours = hours ?? Object.fromEntries(weekdays.map(day => [day, ['00:00', '24:00']]))
    const kept = weekdays.filter(day => !days.includes(day)).map(day => [day, before[day]] as const)
    const changed = times === null ? [] : days.map(day => [day, times] as const)
    return { hours: Object.fromEntries([...kept, ...changed].filter(([, each]) => each !== undefined)) }
  }
}

/** `08.00-17.00`, `8:00 - 17:00`, `8-17`; null for anything else. A shop that closes at midnight closes at 24:00. */
function readTimes(text: string): [string, string] | null {
  const [, hour, minute = '00', untilHour, untilMinute = '00'] =
    /^(\d{1,2})(?:[.:](\d{2}))? ?[-–] ?(\d{1,2})(?:[.:](\d{2}))?$/.exec(text) ?? []
  if (hour === undefined) return null
  const until = `${untilHour!.padStart(2, '0')}:${untilMinute}`
  return [`${hour.padStart(2, '0')}:${minute}`, until === '00:00' ? '24:00' : until]
}

function closing(text: string | null, today: string): RulesChange | null {
  const closed = readHoliday(text ?? '', today)
  return closed && (({ holidays }) => ({ holidays: withHoliday(holidays, closed) }))
}

/** The holidays with this one, in their order; the same day again has the newer note. */
export function withHoliday(holidays: readonly Holiday[], closed: Holiday): Holiday[] {
  const others = holidays.filter(({ day }) => day !== closed.day)
  return [...others, closed].toSorted((one, other) => (one.day < other.day ? -1 : 1))
}

/** `25/12/2026`, `25-12-2026 Natal`, `2026-12-25`, `25/12` for the next one; null for anything else. */
function readHoliday(text: string, today: string): Holiday | null {
  const [said = '', ...rest] = text.split(/\s/)
  const day = readDay(said, today)
  return day === null ? null : { day, note: rest.join(' ').trim() }
}

function readDay(said: string, today: string): string | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(said)) return said
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}))?$/.exec(said) ?? []
  if (day === undefined) return null
  const inYear = (one: string) => `${one}-${month!.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (year !== undefined) return inYear(year)
  const thisYear = inYear(today.slice(0, 4))
  return thisYear < today ? inYear(moveDay(`${today.slice(0, 4)}-12-31`, 1).slice(0, 4)) : thisYear
}
