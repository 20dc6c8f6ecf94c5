import type { Calendar } from '../../lib/calendar.ts'
import type { IdentifiedLine } from './identify-lines.ts'
import type { PlacedLine } from './match-lines.ts'

const minuteMs = 60_000
/** A phone's clock and the bank's differ by less. */
const clocksMs = 10 * minuteMs
const longestDayMs = 25 * 60 * minuteMs

/** Returns when the money of a line can have moved: at its time, or else on its day. */
export function placeLine({ calendar }: { calendar: Calendar }, line: IdentifiedLine): PlacedLine {
  const { identity, day, time } = line
  const amount = line.amount ?? 0
  const [start, end] = [calendar.startOfDay(day)!, calendar.endOfDay(day)!]
  const moment = time === null ? null : calendar.readMoment(`${day} ${time}`)
  if (moment === null) return { identity, amount, from: start, until: new Date(end.getTime() + clocksMs) }
  // On the day on which clocks are put back, an hour exists twice and the list does not say which it means.
  const isLongDay = end.getTime() - start.getTime() >= longestDayMs
  const slackMs = isLongDay ? clocksMs + 60 * minuteMs : clocksMs
  return {
    identity,
    amount,
    from: new Date(moment.getTime() - slackMs),
    until: new Date(moment.getTime() + slackMs),
  }
}
