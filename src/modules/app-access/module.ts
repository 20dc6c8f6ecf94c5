import type { Module } from '../module.ts'
import { appGrantEntities, appGrantExcludedTables } from './app-grant.ts'
import { authorizePage } from './web/authorize.ts'
import { createExchangeRouter } from './web/exchange-door.ts'

/** Lets a merchant give an app an API key with one press, by a one-time code that the app exchanges. */
export const appAccess: Module = {
  name: 'app-access',
  summary: 'Apps that ask for an API key, and get it with one press',
  entities: appGrantEntities,
  leftOutTables: appGrantExcludedTables,
  pages: [authorizePage],
  routers: app => [{ router: createExchangeRouter(app) }],
  facts: { oldRows: [{ table: 'app_grant', days: 1, isOld: 'expires_at < :before' }] },
}
