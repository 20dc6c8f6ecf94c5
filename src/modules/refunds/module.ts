import type { Module } from '../module.ts'
import { refundPaymentEndpoint } from './api/refund-payment.ts'
import { countOpenRefunds } from './count-open-refunds.ts'
import { refundAuditTexts } from './refund-words.ts'
import { isRefundDue, sendRefunds } from './send-refunds.ts'
import { refundPage } from './web/refund.ts'
import { refundTexts } from './web/refund-texts.ts'

/**
 * Money that is returned completely or in part, sent by the provider if it can; the core only records complete refunds.
 */
export const refunds: Module = {
  name: 'refunds',
  summary: 'Refunds in part, by the provider where it can, with reason and stock',
  auditTexts: refundAuditTexts,
  countOpen: countOpenRefunds,
  endpoints: [refundPaymentEndpoint],
  endpointsAfter: '/note-refund',
  pages: [refundPage],
  slots: {
    paymentLinks: [
      {
        path: invoiceId => `/dashboard/payments/${invoiceId}/refund`,
        text: { id: refundTexts.id.link, en: refundTexts.en.link },
        isShown: payment => payment.mayBeRefunded() || payment.refunds !== null,
      },
    ],
  },
  sweeps: app => [{ name: 'send-refunds', everyMs: 5_000, due: isRefundDue, run: () => sendRefunds(app) }],
}
