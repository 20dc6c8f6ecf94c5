import { runHourly } from '../../jobs/schedule.ts'
import { pageIcons } from '../../web/parts/icons.ts'
import type { Module } from '../module.ts'
import { countOpenAlerts } from './count-open-alerts.ts'
import { deliverAlerts, dueAlertsSql } from './deliver-alerts.ts'
import { alertEntities, alertExcludedTables } from './entities.ts'
import { forgetAlerts } from './forget-alerts.ts'
import { alertReactions, alertsChannel, wakeLists } from './plan-alerts.ts'
import { planDigests } from './plan-digests.ts'
import { makePushKey, missingPushKeySql, pushKeyColumn } from './push-key.ts'
import { listedEventTypes } from './read-news.ts'
import { createAlertsDoors, drawAlerts } from './web/alerts-doors.ts'
import { alertsPage } from './web/alerts-page.ts'

const secondMs = 1_000
const minuteMs = 60_000
const messagesMax = 50

/**
 * Notifies members about orders and money on open pages, by web push and by e-mail, whether or not they use Telegram.
 */
export const alerts: Module = {
  name: 'alerts',
  summary: 'Alerts on pages, by web push and by e-mail',
  entities: alertEntities,
  leftOutTables: alertExcludedTables,
  countOpen: countOpenAlerts,
  pages: [alertsPage],
  routers: app => [createAlertsDoors(app)],
  sweeps(app, createPool) {
    const pool = createPool(messagesMax)
    return [
      {
        name: 'deliver-alerts',
        everyMs: secondMs,
        run: () => pool.start(room => deliverAlerts(app, room)),
        wakes: [alertsChannel],
        due: dueAlertsSql,
      },
      { name: 'make-push-key', everyMs: secondMs, run: () => makePushKey(app), due: missingPushKeySql },
      { name: 'plan-digests', everyMs: minuteMs, run: runHourly(app, () => planDigests(app)) },
      { name: 'forget-alerts', everyMs: minuteMs, run: () => forgetAlerts(app) },
    ]
  },
  reactions: { ...Object.fromEntries(listedEventTypes.map(type => [type, [wakeLists]])), ...alertReactions },
  // Events from the time when it was disabled are outdated.
  findConcerned: async () => [],
  facts: { sealedColumns: [pushKeyColumn] },
  slots: {
    shellParts: [{ script: 'alerts.js', draw: drawAlerts }],
    navigation: [
      {
        group: 'account',
        path: '/dashboard/alerts',
        icon: pageIcons.alerts,
        help: 'alerts',
        text: { id: 'Kabar', en: 'Alerts' },
      },
    ],
  },
}
