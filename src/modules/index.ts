import { alerts } from './alerts/module.ts'
import { appAccess } from './app-access/module.ts'
import { archive } from './archive/module.ts'
import { bankLists } from './bank-lists/module.ts'
import { bills } from './bills/module.ts'
import { broadcasts } from './broadcasts/module.ts'
import { catalogueTables } from './catalogue-tables/module.ts'
import { compat } from './compat/module.ts'
import { counter } from './counter/module.ts'
import { coupons } from './coupons/module.ts'
import { customerMail } from './customer-mail/module.ts'
import { customers } from './customers/module.ts'
import { docs } from './docs/module.ts'
import { menu } from './menu/module.ts'
import { miniApp } from './mini-app/module.ts'
import type { Module } from './module.ts'
import { notificationRules } from './notification-rules/module.ts'
import { refunds } from './refunds/module.ts'
import { salesStatistics } from './sales-statistics/module.ts'
import { search } from './search/module.ts'
import { stars } from './stars/module.ts'
import { talk } from './talk/module.ts'
import { tax } from './tax/module.ts'
import { team } from './team/module.ts'
import { webhooks } from './webhooks/module.ts'

/** All modules, by name. Only `app.ts` reads this, and passes on what they add. */
export const modules: readonly Module[] = [
  alerts,
  appAccess,
  archive,
  bankLists,
  bills,
  broadcasts,
  catalogueTables,
  compat,
  counter,
  coupons,
  customerMail,
  customers,
  docs,
  menu,
  miniApp,
  notificationRules,
  refunds,
  salesStatistics,
  search,
  stars,
  talk,
  tax,
  team,
  webhooks,
]
