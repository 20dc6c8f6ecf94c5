import type { Module } from '../module.ts'
import { SavedView } from './saved-view.ts'
import { drawSearch, searchPage, searchRouter } from './web/search-page.ts'
import { drawViews } from './web/views-bar.ts'

/** One search over everything that a shop has, and views of its lists that members keep. */
export const search: Module = {
  name: 'search',
  summary: 'One search over orders, payments, customers, goods, pages and help; saved views',
  entities: [SavedView],
  leftOutTables: { saved_view: 'filters of people of the other installation, who are other people here' },
  pages: [searchPage],
  routers: app => [{ router: searchRouter(app) }],
  slots: {
    helpPages: [{ path: '/dashboard/search', help: 'search' }],
    shellParts: [{ script: 'search.js', place: 'bar', draw: drawSearch }],
    listBars: [drawViews],
  },
}
