import { createBoundedPool } from '../../lib/bounded-pool.ts'
import type { Module } from '../module.ts'
import { appScreen, homeButton, inlineButton, makeDashboardAddress } from './bot/app-buttons.ts'
import { createMenuButtons } from './bot/set-menu-buttons.ts'
import { createMiniAppRouter } from './web/app-page.ts'

/** The menu page inside Telegram, with the customer, cart and orders of the chat. */
export const miniApp: Module = {
  name: 'mini-app',
  summary: 'The shop as a Mini App inside Telegram, with the cart and the orders of the chat',
  needs: ['bills', 'menu'],
  routers: app => [{ router: createMiniAppRouter(app) }],
  shopScreens: [appScreen],
  botWork({ app }) {
    return [
      {
        name: 'menu buttons',
        // No row shows that it is due: it runs at the start, and when bots change.
        due: 'where false',
        pool: createBoundedPool(1),
        channels: ['bots'],
        work: createMenuButtons(app),
        failure: 'menu buttons could not be set',
      },
    ]
  },
  slots: { dashboardApp: [makeDashboardAddress], shopHomeFirst: [homeButton], inlineButton: [inlineButton] },
}
