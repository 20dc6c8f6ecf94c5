import { pageIcons } from '../../web/parts/icons.ts'
import type { Module } from '../module.ts'
import { myDataScreen, proveContact } from './bot/my-data.ts'
import { personalForms } from './bot/personal-forms.ts'
import { customerEntities } from './customer-card.ts'
import { customerExcludedTables, customerTables } from './customer-tables.ts'
import { customerAuditTexts } from './customer-words.ts'
import { cardFinder } from './web/card-finder.ts'
import { drawDataLink, myDataPage } from './web/my-data-page.ts'
import { peoplePage } from './web/people.ts'
import { personPage } from './web/person.ts'
import { personData } from './web/person-data.ts'

/** One card for each customer across chat, menu page, bills, counter and API; and customers' rights to their data. */
export const customers: Module = {
  name: 'customers',
  summary: 'One card for each customer over all doors, and their data on request',
  entities: customerEntities,
  archivedTables: customerTables,
  leftOutTables: customerExcludedTables,
  auditTexts: customerAuditTexts,
  pages: [peoplePage, personPage, myDataPage],
  downloads: [personData],
  shopScreens: [myDataScreen],
  takeShopUpdate: proveContact,
  facts: {
    oldRows: [{ table: 'phone_code', days: 7, isOld: 'expires_at < :before' }],
    personalRows: [personalForms],
  },
  slots: {
    payerCards: [drawDataLink],
    finders: [cardFinder],
    ownDeletion: [{ id: 'Lihat atau hapus datamu: /datasaya', en: 'See or delete your data: /mydata' }],
    navigation: [
      {
        group: 'shop',
        insteadOf: '/dashboard/customers',
        path: '/dashboard/people',
        icon: pageIcons.customers,
        help: 'customers',
        text: { id: 'Pelanggan', en: 'Customers' },
      },
    ],
    botCommands: [
      {
        isPlatform: false,
        after: 'bahasa',
        names: { id: 'datasaya', en: 'mydata' },
        text: { id: 'Lihat atau hapus dataku', en: 'See or delete my data' },
      },
    ],
  },
}
