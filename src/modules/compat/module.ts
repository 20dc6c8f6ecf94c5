import type { ReactionsTo } from '../../events/announce.ts'
import { pageIcons } from '../../web/parts/icons.ts'
import type { Module } from '../module.ts'
import { compatKeyColumn } from './compat-key.ts'
import { compatExcludedTables } from './compat-tables.ts'
import { compatAuditTexts } from './compat-words.ts'
import { countOpenCompat } from './count-open-compat.ts'
import { openDemoKey } from './demo-compat-key.ts'
import { compatEntities } from './entities.ts'
import { personalCharges } from './personal-charges.ts'
import { planNotifications } from './plan-notifications.ts'
import { dueNotificationsSql, sendNotifications } from './send-notifications.ts'
import { compatTexts } from './texts/compat-texts.ts'
import { compatKeysPage } from './web/compat-keys.ts'
import { createCompatRouter } from './web/compat-router.ts'
import { createSnapRouter } from './web/snap-page.ts'

type Concerning = 'payment.paid' | 'payment.expired' | 'payment.cancelled' | 'payment.refunded'

/** The APIs of Midtrans and Xendit: a shop whose code uses their SDKs only changes the address and the key. */
export const compat: Module = {
  name: 'compat',
  summary: 'SDKs of Midtrans and Xendit, by another address and key; off unless MODULES names it',
  isOffByDefault: true,
  needs: ['refunds'],
  entities: compatEntities,
  leftOutTables: compatExcludedTables,
  auditTexts: compatAuditTexts,
  countOpen: countOpenCompat,
  pages: [compatKeysPage],
  // The page first, because the other router handles every address of the gateways' APIs.
  routers: app => [{ router: createSnapRouter(app) }, { router: createCompatRouter(app) }],
  sweeps: app => [
    {
      name: 'send-compat-notifications',
      everyMs: 1_000,
      due: dueNotificationsSql,
      wakes: ['compat-notifications'],
      run: () => sendNotifications(app),
    },
  ],
  reactions: {
    'payment.paid': [planNotifications],
    'payment.expired': [planNotifications],
    'payment.cancelled': [planNotifications],
    'payment.refunded': [planNotifications],
  } satisfies ReactionsTo<Concerning>,
  // Nothing is owed while it is disabled: it cannot be disabled while a payment created by an SDK is open.
  findConcerned: async () => [],
  loadCommands: async () => (await import('./commands/compat-commands.ts')).compatCommands,
  facts: {
    sealedColumns: [compatKeyColumn],
    personalRows: [personalCharges],
    oldRows: [
      {
        table: 'compat_notification',
        days: 'callbackAttempts',
        isOld: "created_at < :before and state <> 'pending'",
      },
    ],
  },
  slots: {
    demoParts: [openDemoKey],
    navigation: [
      {
        group: 'developer',
        help: 'reference',
        path: '/dashboard/compat',
        icon: pageIcons.keys,
        text: { id: compatTexts.id.title, en: compatTexts.en.title },
      },
    ],
  },
}
