import type { Module } from '../module.ts'
import { SavedView } from './saved-view.ts'
import { createSearchRouter, drawSearch, searchPage } from './web/search-page.ts'
import { drawViews } from './web/views-bar.ts'

/** A search over everything in a shop, and saved views of its lists for members. */
export const search: Module = {
  name: 'search',
  summary: 'One search over orders, payments, customers, goods, pages and help; saved views',
  entities: [SavedView],
  leftOutTables: { saved_view: 'filters of people of the other installation, who are other people here' },
  pages: [searchPage],
  routers: app => [{ router: createSearchRouter(app) }],
  slots: {
    helpPages: [{ path: '/dashboard/search', help: 'search' }],
    shellParts: [{ script: 'search.js', place: 'bar', draw: drawSearch }],
    listBars: [drawViews],
  },
}
