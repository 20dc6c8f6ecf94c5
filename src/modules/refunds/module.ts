import type { ReactionsTo } from '../../events/announce.ts'
import type { Module } from '../module.ts'
import { refundPaymentEndpoint } from './api/refund-payment.ts'
import { merchantRefundScreen, refundRow } from './bot/merchant-refund.ts'
import { refundNotices } from './bot/refund-notices.ts'
import { countOpenRefunds } from './count-open-refunds.ts'
import { notifyOfFailures } from './notify-of-failures.ts'
import { refundPath } from './refund-path.ts'
import { type RefundEvents, refundAuditTexts } from './refund-words.ts'
import { dueRefundsSql, sendRefunds } from './send-refunds.ts'
import { refundTexts } from './texts/refund-texts.ts'
import { refundPage } from './web/refund.ts'
import { refundProof } from './web/refund-proof.ts'

/** Full and partial refunds, sent by the provider if it can; the core only records full refunds. */
export const refunds: Module = {
  name: 'refunds',
  summary: 'Refunds in part, by the provider where it can, with reason and stock',
  auditTexts: refundAuditTexts,
  countOpen: countOpenRefunds,
  endpoints: [refundPaymentEndpoint],
  endpointsAfter: '/note-refund',
  pages: [refundPage],
  downloads: [refundProof],
  reactions: { 'refund.failed': [notifyOfFailures] } satisfies ReactionsTo<keyof RefundEvents>,
  noticeViews: refundNotices,
  platformScreens: [merchantRefundScreen],
  slots: {
    helpPages: [{ path: '/dashboard/payments/:invoice/refund', help: 'money-back' }],
    paymentLinks: [
      {
        path: refundPath,
        text: { id: refundTexts.id.link, en: refundTexts.en.link },
        isShown: payment => payment.mayBeRefunded() || payment.refunds !== null,
      },
    ],
    merchantOrderRows: [refundRow],
  },
  sweeps: app => [{ name: 'send-refunds', everyMs: 5_000, due: dueRefundsSql, run: () => sendRefunds(app) }],
}
