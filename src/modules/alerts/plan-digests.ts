import { moveDay } from '../../lib/calendar.ts'
import type { Needs } from '../../needs.ts'
import { PaymentDay } from '../../payments/statistics/payment-day.ts'
import { AlertSwitch } from './alert-switch.ts'
import { type PlannedAlert, planAlerts } from './plan-alerts.ts'
import { PushSubscription } from './push-subscription.ts'

// Midnight is a bad time for a message, and by this hour every payment of the day has been counted.
const firstHour = 8

/**
 * Plans, from eight in the morning, a summary of the previous day for members who want one. A second call changes
 * nothing. Returns the number of accounts examined.
 */
export async function planDigests(app: Needs<'transaction' | 'now' | 'calendar'>): Promise<number> {
  const now = app.now()
  if (Number(app.calendar.format(now).slice(11, 13)) < firstHour) return 0
  const day = moveDay(app.calendar.formatDay(now), -1)
  return app.transaction('installation', async tx => {
    const wishes = await tx.em.find(AlertSwitch, { kind: 'digest', isOn: true })
    const browsers = await tx.em.find(PushSubscription, {}, { fields: ['account'] })
    const accounts = [...new Set([...wishes, ...browsers].map(({ account }) => account.id))]
    const sold = await tx.em.find(PaymentDay, { account: accounts, day, paid: { $gt: 0 } })
    const modes = new Map<number, 'live' | 'test'>()
    // A merchant with live sales does not want a digest of tests.
    for (const { account, mode } of sold) if (modes.get(account.id) !== 'live') modes.set(account.id, mode)
    const alerts = accounts.flatMap((accountId): PlannedAlert[] => {
      const mode = modes.get(accountId)
      const data = { what: 'sales_day' as const, day }
      return mode ? [{ accountId, mode, kind: 'digest', cause: `sales ${accountId} ${day}`, data, createdAt: now }] : []
    })
    await planAlerts(tx, alerts)
    return accounts.length
  })
}
