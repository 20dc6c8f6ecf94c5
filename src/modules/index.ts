import { alerts } from './alerts/module.ts'
import { archive } from './archive/module.ts'
import { bankLists } from './bank-lists/module.ts'
import { bills } from './bills/module.ts'
import { broadcasts } from './broadcasts/module.ts'
import { catalogueTables } from './catalogue-tables/module.ts'
import { counter } from './counter/module.ts'
import { coupons } from './coupons/module.ts'
import { menu } from './menu/module.ts'
import type { Module } from './module.ts'
import { notificationRules } from './notification-rules/module.ts'
import { refunds } from './refunds/module.ts'
import { salesStatistics } from './sales-statistics/module.ts'
import { search } from './search/module.ts'
import { stars } from './stars/module.ts'
import { talk } from './talk/module.ts'
import { team } from './team/module.ts'
import { webhooks } from './webhooks/module.ts'

/** Every module, by name. Read by `app.ts` alone, which hands on what they add. */
export const modules: readonly Module[] = [
  alerts,
  archive,
  bankLists,
  bills,
  broadcasts,
  catalogueTables,
  counter,
  coupons,
  menu,
  notificationRules,
  refunds,
  salesStatistics,
  search,
  stars,
  talk,
  team,
  webhooks,
]
