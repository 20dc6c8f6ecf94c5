import type { Module } from '../module.ts'
import { taxTexts } from './texts/tax-texts.ts'
import { taxPage } from './web/tax.ts'
import { taxCsv } from './web/tax-csv.ts'

/** The monthly sheet for tax returns. The core keeps the books and totals that it shows. */
export const tax: Module = {
  name: 'tax',
  summary: 'The monthly tax sheet, as a page and as a file',
  pages: [taxPage],
  downloads: [taxCsv],
  slots: {
    moneySheets: [{ path: '/dashboard/tax', text: { id: taxTexts.id.title, en: taxTexts.en.title } }],
  },
}
