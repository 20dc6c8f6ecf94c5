import { pageIcons } from '../../web/parts/icons.ts'
import type { Module } from '../module.ts'
import { reconcileDayEndpoint } from './api/reconcile-day.ts'
import { bankListAuditTexts } from './bank-list-words.ts'
import { bankListScreen, takeMerchantFile } from './bot/bank-list-chat.ts'
import { countOwedLines } from './count-owed-lines.ts'
import { BankList, BankListLine } from './entities.ts'
import { personalLines } from './personal-lines.ts'
import { settleOwedLines } from './settle-owed-lines.ts'
import { bankListPage } from './web/bank-list.ts'
import { bankListsPage } from './web/bank-lists.ts'
import { witnessesCard } from './web/witnesses-card.ts'

/** Finds money that a phone missed in a bank's own transaction list, which a person uploads. */
export const bankLists: Module = {
  name: 'bank-lists',
  summary: "Banks' own lists of mutations (CSV, Excel, PDF), and what each witness of an account saw",
  needs: ['catalogue-tables'],
  entities: [BankList, BankListLine],
  leftOutTables: {
    bank_list: 'the bank has it still',
    bank_list_line: 'the bank has it still',
  },
  auditTexts: bankListAuditTexts,
  countOpen: countOwedLines,
  endpoints: [reconcileDayEndpoint],
  endpointsAfter: '/reconciliation',
  platformScreens: [bankListScreen],
  pages: [bankListsPage, bankListPage],
  sweeps: app => [
    {
      name: 'settle-bank-lists',
      everyMs: 30_000,
      due: "from bank_list_line where transfer_id is null and state in ('found', 'doubtful')",
      run: () => settleOwedLines(app),
    },
  ],
  facts: {
    personalRows: [personalLines],
    oldRows: [
      {
        table: 'bank_list_line',
        days: 'notices',
        isOld:
          'bank_list_id = any(array(select id from bank_list where taken_at < :before)) ' +
          "and not (transfer_id is null and state in ('found', 'doubtful'))",
      },
      {
        table: 'bank_list',
        days: 'notices',
        isOld: 'taken_at < :before and not exists (select 1 from bank_list_line l where l.bank_list_id = bank_list.id)',
      },
    ],
  },
  slots: {
    takeMerchantFile: [takeMerchantFile],
    connectionCards: [witnessesCard],
    navigation: [
      {
        group: 'money',
        path: '/dashboard/bank-lists',
        icon: pageIcons.bankLists,
        text: { id: 'Mutasi bank', en: "Bank's lists" },
        role: 'money',
      },
    ],
  },
}
