import type { Needs } from '../needs.ts'
import { findNextOpening, isOpen } from './opening-hours.ts'
import type { ShopRules } from './shop-rules.ts'

/** Returns null for an open shop; for a closed one, when it opens next, which is null if it never does. */
export function checkClosed(
  app: Needs<'now' | 'calendar'>,
  rules: Pick<ShopRules, 'hours' | 'holidays' | 'closedUntil'> | null,
): { opensAt: Date | null } | null {
  const times = { hours: null, holidays: [], ...rules }
  const now = app.now()
  if (isOpen(times, now, app.calendar)) return null
  return { opensAt: findNextOpening(times, now, app.calendar) }
}
