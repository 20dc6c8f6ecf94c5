import type { Needs } from '../needs.ts'
import { isOpen, nextOpening } from './opening-hours.ts'
import type { ShopRules } from './shop-rules.ts'

/** When a shop that is closed now opens next, null if it never does. Null for a shop that is open. */
export function closedNow(
  app: Needs<'now' | 'calendar'>,
  rules: Pick<ShopRules, 'hours' | 'holidays' | 'closedUntil'> | null,
): { opensAt: Date | null } | null {
  const times = { hours: null, holidays: [], ...rules }
  const now = app.now()
  if (isOpen(times, now, app.calendar)) return null
  return { opensAt: nextOpening(times, now, app.calendar) }
}
