import { pageIcons } from '../../web/parts/icons.ts'
import type { Module } from '../module.ts'
import { countOpenMenuOrders } from './count-open-menu-orders.ts'
import { menuEntities } from './entities.ts'
import { findLiveMenu } from './find-live-menu.ts'
import { MenuPage } from './menu-page.ts'
import { menuExcludedTables, menuTables } from './menu-tables.ts'
import { menuAuditTexts } from './menu-words.ts'
import { openDemoMenu } from './open-demo-menu.ts'
import { openLiveMenu } from './open-live-menu.ts'
import { personalGuests } from './personal-guests.ts'
import { createMenuRouter } from './web/menu-page.ts'
import { menuSettingsPage } from './web/menu-settings.ts'
import { tableCodesPage } from './web/table-codes.ts'

/** The public page of a shop, which sells to customers without Telegram. */
export const menu: Module = {
  name: 'menu',
  summary: 'The menu page: ordering without Telegram, at a table or anywhere',
  entities: menuEntities,
  archivedTables: menuTables,
  leftOutTables: menuExcludedTables,
  auditTexts: menuAuditTexts,
  countOpen: countOpenMenuOrders,
  pages: [menuSettingsPage, tableCodesPage],
  routers: app => [{ router: createMenuRouter(app) }],
  facts: { personalRows: [personalGuests] },
  slots: {
    navigation: [
      {
        group: 'shop',
        help: 'menu',
        path: '/dashboard/menu',
        icon: pageIcons.menu,
        text: { id: 'Halaman menu', en: 'Menu page' },
      },
    ],
    demoParts: [openDemoMenu],
    sellingPlaces: [
      {
        order: 1,
        icon: pageIcons.menu,
        name: { id: 'Halaman menu', en: 'Menu page' },
        text: {
          id: 'Satu alamat untuk WhatsApp, Instagram, dan kode di meja: pesan dan bayar tanpa aplikasi.',
          en: 'One address for WhatsApp, Instagram and codes on tables: order and pay without an app.',
        },
        chapter: 'menu',
      },
    ],
    shopDoors: [
      {
        order: 1,
        path: '/dashboard/menu',
        label: { id: 'Buka halaman menu', en: 'Open a menu page' },
        isOpen: async (app, scope) => (await app.em(scope).count(MenuPage, { isOn: true })) > 0,
      },
    ],
    livePages: [{ path: '/dashboard/menu', find: findLiveMenu, open: openLiveMenu }],
    rulesLinks: [{ order: 1, path: '/dashboard/menu', text: { id: 'Halaman menu', en: 'Menu page' } }],
  },
}
