import { type Calendar, moveDay } from '../../lib/calendar.ts'

/** The days, relative to the due day, on which the payer is reminded. */
const reminderDays = [-1, 1, 7] as const
const reminderTime = '09:00'
const firstHour = 8
const lastHour = 20

/** Returns when the payer of a bill is reminded next; null if never again. */
export function computeNextReminder(
  calendar: Calendar,
  { reminders, dueAt }: { reminders?: boolean | undefined; dueAt?: Date | null | undefined },
  after: Date,
): Date | null {
  if (!reminders || !dueAt) return null
  // The stored moment is the start of the following day.
  const dueDay = calendar.formatDay(new Date(dueAt.getTime() - 1))
  const moments = reminderDays.map(days => calendar.readMoment(`${moveDay(dueDay, days)} ${reminderTime}`))
  return moments.find(moment => moment !== null && moment > after) ?? null
}

/** Returns the seconds until people may be reminded: 0 between eight in the morning and eight in the evening. */
export function computeNightLeftS(calendar: Calendar, now: Date): number {
  const today = calendar.formatDay(now)
  const hour = Number(calendar.format(now).slice(11, 13))
  if (hour >= firstHour && hour < lastHour) return 0
  const day = hour < firstHour ? today : moveDay(today, 1)
  const morning = calendar.readMoment(`${day} 0${firstHour}:00`)
  return morning === null ? 0 : Math.ceil((morning.getTime() - now.getTime()) / 1000)
}
