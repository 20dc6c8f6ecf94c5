import { parseJakartaTime } from '../../connectors/jakarta.ts'
import type { ListLine } from './bank-list.ts'

/** The first and last moment at which the money of a line can have moved. */
export interface ListedTime {
  from: Date
  /** The end, exclusive. */
  until: Date
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** The maximum difference between a phone's clock and the bank's. */
const clocksMs = 10 * minuteMs

/**
 * Returns when the money of a line can have moved: at its time, or otherwise on its day, in Jakarta's time zone as at
 * banks.
 */
export function computeLineTimes({ day, time }: Pick<ListLine, 'day' | 'time'>): ListedTime {
  const moment = computeLineMoment({ day, time }).getTime()
  if (time === null) return { from: new Date(moment), until: new Date(moment + dayMs + clocksMs) }
  return { from: new Date(moment - clocksMs), until: new Date(moment + clocksMs) }
}

/** Returns the moment of a line with a time, and the first moment of its day for one without. */
export function computeLineMoment({ day, time }: Pick<ListLine, 'day' | 'time'>): Date {
  return parseJakartaTime(`${day} ${time ?? '00:00:00'}`)
}
