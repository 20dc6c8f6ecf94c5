import { makePress } from '../../../bot/telegram/message.ts'
import { createBoundedPool } from '../../lib/bounded-pool.ts'
import { pageIcons } from '../../web/parts/icons.ts'
import type { Module } from '../module.ts'
import { listedBillEvents } from './announce-bill.ts'
import { answerBillRefund } from './answer-bill-refund.ts'
import { billEvents } from './api/bill-events.ts'
import { checkBillEndpoint } from './api/check-bill.ts'
import { closeBillEndpoint } from './api/close-bill.ts'
import { createBillEndpoint } from './api/create-bill.ts'
import { listBillsEndpoint } from './api/list-bills.ts'
import { updateBillEndpoint } from './api/update-bill.ts'
import { Bill } from './bill.ts'
import { BillCard } from './bill-card.ts'
import { billSubject } from './bill-subject.ts'
import { billExcludedTables, billTables } from './bill-tables.ts'
import { billNotices } from './bot/bill-notices.ts'
import { createCardPainter } from './bot/card-painter.ts'
import { offerInlineBill, takeCardUpdate } from './bot/inline-bills.ts'
import { merchantBillsScreen } from './bot/merchant-bills.ts'
import { cancelLeftoverParts, leftoverPartsSql } from './cancel-leftover-parts.ts'
import { countMissedParts, missedPartsSql } from './count-missed-parts.ts'
import { countOpenBills } from './count-open-bills.ts'
import { endBillParts } from './end-bill-parts.ts'
import { billEntities } from './entities.ts'
import { findBillEvents } from './find-bill-events.ts'
import { overpaidFilter } from './list-overpaid.ts'
import { passDueBills, passedBillsSql } from './pass-due-bills.ts'
import { payBills } from './pay-bills.ts'
import { personalBills } from './personal-bills.ts'
import { dueRemindersSql, remindOfBills } from './remind-of-bills.ts'
import { dueCardsSql, sendBillCards } from './send-bill-cards.ts'
import { billDetailPage } from './web/bill.ts'
import { billButtonPage } from './web/bill-button.ts'
import { billFinder } from './web/bill-finder.ts'
import { billSheetPage } from './web/bill-sheet.ts'
import { billsPage } from './web/bills.ts'
import { newBillPage } from './web/new-bill.ts'
import { overpaidCard } from './web/overpaid-card.ts'
import { createBillRouter } from './web/pay/bill-page.ts'

// Each waits for the rate limit of its own bot.
const cardsMax = 10
const secondMs = 1_000
const minuteMs = 60_000

/** Links that create a payment when opened: in parts, for goods, or as a card in a chat. */
export const bills: Module = {
  name: 'bills',
  summary: 'Bills: links, reminders, sheets, the button on other sites, cards in chats',
  entities: billEntities,
  archivedTables: billTables,
  leftOutTables: billExcludedTables,
  countOpen: countOpenBills,
  endpoints: [createBillEndpoint, checkBillEndpoint, listBillsEndpoint, updateBillEndpoint, closeBillEndpoint],
  endpointsAfter: '/cancel-payment',
  pages: [billsPage, billDetailPage, newBillPage, billButtonPage, billSheetPage],
  routers: app => [{ router: createBillRouter(app) }],
  sweeps: app => [
    { name: 'remind-of-bills', everyMs: minuteMs, run: () => remindOfBills(app), due: dueRemindersSql },
    {
      name: 'cancel-leftover-parts',
      everyMs: 5 * secondMs,
      run: () => cancelLeftoverParts(app),
      due: leftoverPartsSql,
    },
    { name: 'pass-due-bills', everyMs: 5 * secondMs, run: () => passDueBills(app), due: passedBillsSql },
    { name: 'count-missed-parts', everyMs: minuteMs, run: () => countMissedParts(app), due: missedPartsSql },
  ],
  reactions: {
    'payment.paid': [payBills],
    'payment.expired': [endBillParts],
    'payment.cancelled': [endBillParts],
    'payment.refunded': [answerBillRefund],
  },
  findConcerned: findBillEvents,
  outward: { after: 'order.reviewed', events: billEvents, subjects: { bill: billSubject } },
  platformScreens: [merchantBillsScreen],
  noticeViews: billNotices,
  botWork({ app, bots }) {
    const pool = createBoundedPool(cardsMax)
    const painter = createCardPainter(app, bots)
    return [
      {
        name: 'bill cards',
        due: dueCardsSql,
        pool,
        channels: ['bill_cards'],
        work: () => pool.start(room => sendBillCards({ ...app, painter }, room)),
        failure: 'cards of bills could not be looked for',
      },
    ]
  },
  facts: {
    dueLeases: [
      {
        entity: BillCard,
        table: 'bill_card',
        due: 'editAt',
        waiting: { editAt: { $ne: null } },
        waitingSql: 'edit_at is not null',
        channel: 'bill_cards',
      },
    ],
    // A card that was not sent within this time has to be typed again.
    oldRows: [{ table: 'bill_offer', days: 'notices', isOld: 'offered_at < :before' }],
    personalRows: [personalBills],
  },
  slots: {
    listedEvents: listedBillEvents,
    quickLinks: [
      {
        icon: pageIcons.bills,
        path: '/dashboard/new-bill',
        text: { id: 'Kirim tagihan', en: 'Send a bill' },
      },
    ],
    dailyPages: [
      {
        insteadOf: '/dashboard/new-payment',
        path: '/dashboard/new-bill',
        icon: pageIcons.create,
        text: { id: 'Tagih', en: 'Charge' },
        role: 'orders',
      },
    ],
    sellingPlaces: [
      {
        order: 3,
        icon: pageIcons.bills,
        name: { id: 'Tagihan', en: 'Bills' },
        text: {
          id: 'Kirim tagihan lewat WhatsApp: tautannya hidup sampai dibayar, bisa dicicil dan diingatkan.',
          en: 'Send bills by WhatsApp: their links live until they are paid, in parts and with reminders.',
        },
        chapter: 'bills',
      },
    ],
    mainPages: [
      {
        place: 'bills',
        path: '/dashboard/bills',
        icon: pageIcons.bills,
        text: { id: 'Tagihan', en: 'Bills' },
        help: 'bills',
      },
    ],
    attention: [
      {
        path: '/dashboard/review',
        text: { id: 'Tagihan yang kelebihan bayar', en: 'Bills that were paid too much' },
        count: em => em.count(Bill, overpaidFilter),
      },
    ],
    finders: [billFinder],
    reviewCards: [overpaidCard],
    botCommands: [
      {
        isPlatform: true,
        after: 'stok',
        names: { id: 'tagih', en: 'bill' },
        text: { id: 'Buat tagihan: /tagih 50000 kopi', en: 'Make a bill: /bill 50000 coffee' },
      },
    ],
    homeTools: [{ order: 10, text: { id: '🧾 Kirim tagihan', en: '🧾 Send a bill' }, press: makePress('newbill') }],
    inlineCards: [offerInlineBill],
    takeInlineUpdates: [takeCardUpdate],
  },
}
