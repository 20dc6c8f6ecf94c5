import { type Holiday, type Hours, weekdays } from '../../../catalog/opening-hours.ts'
import type { ShopRulesChange } from '../../../catalog/set-shop-rules.ts'
import type { ShopRules } from '../../../catalog/shop-rules.ts'

/** The fields of the form, by name. What is not ticked is not there. */
export type Typed = Readonly<Record<string, string>>

/** Rows of holidays without a date, to be filled in. */
const emptyRows = 3
const rowsMax = 110
// A field for a time knows no 24:00.
const [midnight, endOfDay] = ['00:00', '24:00']

/** Returns what was typed, as rules. A number that is none becomes NaN, which the rules refuse by its field. */
export function rulesOf(typed: Typed): ShopRulesChange {
  return {
    hours: typed.always === 'on' ? null : hoursOf(typed),
    holidays: holidayRows(typed).filter(({ day, note }) => day !== '' || note !== ''),
    deliveryFee: rupiahOf(typed.delivery_fee) ?? 0,
    freeDeliveryFrom: rupiahOf(typed.free_delivery_from),
    pickupPlace: typed.pickup?.trim() || null,
    slotMinutes: numberOf(typed.slot_minutes),
    receiveAfterDays: numberOf(typed.receive_after_days) ?? Number.NaN,
  }
}

function hoursOf(typed: Typed): Hours {
  const open = weekdays.filter(day => typed[`open_${day}`] === 'on')
  return Object.fromEntries(
    open.map(day => {
      const until = typed[`until_${day}`]?.trim() ?? ''
      return [day, [typed[`from_${day}`]?.trim() ?? '', until === midnight ? endOfDay : until]]
    }),
  )
}

/** In the order of the form, rows without a date too. */
function holidayRows(typed: Typed): Holiday[] {
  const rows: Holiday[] = []
  for (let at = 0; at < rowsMax && typed[`holiday_${at}`] !== undefined; at++) {
    rows.push({ day: typed[`holiday_${at}`]!.trim(), note: typed[`holiday_note_${at}`]?.trim() ?? '' })
  }
  return rows
}

function rupiahOf(text = ''): number | null {
  return numberOf(text.replace(/[.\s]|Rp/gi, ''))
}

function numberOf(text = ''): number | null {
  const told = text.trim()
  if (told === '') return null
  return /^-?\d{1,12}$/.test(told) ? Number(told) : Number.NaN
}

/** The rules as the form has them; those of a shop that has none are the usual ones. */
export function typedOf(rules: ShopRules | null, today: string): Typed {
  const hours = rules?.hours ?? null
  const holidays = (rules?.holidays ?? []).filter(({ day }) => day >= today)
  const rows = [...holidays, ...Array.from({ length: emptyRows }, () => ({ day: '', note: '' }))]
  const days = weekdays.flatMap((day): [string, string][] => {
    const [from, until] = hours?.[day] ?? ['08:00', '17:00']
    const isOpen = hours === null || hours[day] !== undefined
    return [
      ...(isOpen ? [[`open_${day}`, 'on'] as [string, string]] : []),
      [`from_${day}`, from],
      [`until_${day}`, until === endOfDay ? midnight : until],
    ]
  })
  return {
    ...(hours === null ? { always: 'on' } : {}),
    ...Object.fromEntries(days),
    ...Object.fromEntries(
      rows.flatMap(({ day, note }, at) => [
        [`holiday_${at}`, day],
        [`holiday_note_${at}`, note],
      ]),
    ),
    delivery_fee: String(rules?.deliveryFee ?? 0),
    free_delivery_from: String(rules?.freeDeliveryFrom ?? ''),
    pickup: rules?.pickupPlace ?? '',
    slot_minutes: String(rules?.slotMinutes ?? ''),
    receive_after_days: String(rules?.receiveAfterDays ?? 7),
  }
}

/**
 * The field of the form for what the rules refuse: `hours.mon` is `from_mon`, `holidays.1.day` the second row with a
 * date.
 */
export function fieldOf(path: string, typed: Typed): string {
  const [first, second, third] = path.split('.')
  if (first === 'hours') return `from_${second}`
  if (first !== 'holidays' || second === undefined) return path
  const filled = holidayRows(typed).flatMap(({ day, note }, at) => (day === '' && note === '' ? [] : [at]))
  return third === 'note' ? `holiday_note_${filled[Number(second)]}` : `holiday_${filled[Number(second)]}`
}
