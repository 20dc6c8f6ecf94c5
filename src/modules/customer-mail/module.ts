import type { Module } from '../module.ts'
import { countOpenMails } from './count-open-mails.ts'
import { deliverMails, dueMailsSql } from './deliver-mails.ts'
import { mailEntities, mailExcludedTables } from './mail-wish.ts'
import { personalMail } from './personal-mail.ts'
import { customerMailChannel, mailReactions } from './plan-mails.ts'
import { drawMailForm, orderMailPage } from './web/order-mail-page.ts'
import { createStopRouter } from './web/stop-door.ts'

const secondMs = 1_000
const mailsMax = 20

/** E-mails to customers who gave an address on the page of their order or payment. */
export const customerMail: Module = {
  name: 'customer-mail',
  summary: 'E-mail to customers about their orders and payments',
  entities: mailEntities,
  leftOutTables: mailExcludedTables,
  countOpen: countOpenMails,
  pages: [orderMailPage],
  routers: app => [{ router: createStopRouter(app) }],
  sweeps(app, createPool) {
    const pool = createPool(mailsMax)
    return [
      {
        name: 'deliver-customer-mail',
        everyMs: secondMs,
        run: () => pool.start(room => deliverMails(app, room)),
        wakes: [customerMailChannel],
        due: dueMailsSql,
      },
    ]
  },
  reactions: mailReactions,
  // Events from the time when it was disabled are outdated.
  findConcerned: async () => [],
  facts: {
    personalRows: [personalMail],
    oldRows: [
      { table: 'customer_mail', days: 30, isOld: `state <> 'pending' and ended_at < :before` },
      { table: 'customer_mail_wish', days: 180, isOld: 'created_at < :before' },
    ],
  },
  slots: { payerCards: [drawMailForm] },
}
