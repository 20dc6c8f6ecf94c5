import type { Module } from '../module.ts'
import { refundPaymentEndpoint } from './api/refund-payment.ts'
import { countOpenRefunds } from './count-open-refunds.ts'
import { refundAuditTexts } from './refund-words.ts'
import { isRefundDue, sendRefunds } from './send-refunds.ts'

/** Money that goes back whole or in part, sent by the provider where it can; the core notes whole refunds only. */
export const refunds: Module = {
  name: 'refunds',
  summary: 'Refunds in part, by the provider where it can, with reason, proof and stock',
  auditTexts: refundAuditTexts,
  countOpen: countOpenRefunds,
  endpoints: [refundPaymentEndpoint],
  endpointsAfter: '/note-refund',
  sweeps: app => [{ name: 'send-refunds', everyMs: 5_000, due: isRefundDue, run: () => sendRefunds(app) }],
}
