import { describe, expect, test } from 'vitest'
import { explanationTexts } from '../../src/doctor/explanation-texts.ts'
import { judgePayment, verdicts } from '../../src/doctor/judge-payment.ts'

describe('the verdict', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  const open = { state: 'open', failures: 0, refusedSince: null } as const
  const pending = { status: 'pending', expiresAt: new Date('2026-11-21T10:30:00Z') } as const
  const callback = (state: string, attempts = 1) =>
    ({ state, isTest: false, attempts: Array(attempts).fill({}) }) as never
  const base = { payment: pending, sources: [open], transfers: [], callbacks: [] }
  const money = (state: 'review' | 'settled' | 'refunded' | 'ignored' | 'unsettled') => ({ state, amount: 100 })
  const paid = { ...pending, status: 'paid' } as const
  const expired = { ...pending, status: 'expired' } as const

  test.each([
    ['waiting', {}],
    ['overdue', { payment: { ...pending, expiresAt: new Date('2026-11-21T09:59:59Z') } }],
    ['preparing', { sources: [{ ...open, state: 'preparing' }] }],
    ['waiting', { sources: [{ ...open, state: 'preparing' }, open] }],
    ['no_code', { sources: [{ ...open, state: 'failed' }] }],
    ['waiting', { sources: [{ ...open, state: 'failed' }, open] }],
    ['provider_away', { sources: [open, { ...open, failures: 3 }] }],
    ['provider_away', { sources: [{ ...open, refusedSince: now }] }],
    ['waiting', { sources: [{ ...open, failures: 2 }] }],
    ['settling', { transfers: [money('unsettled')] }],
    ['money_in_review', { transfers: [money('review')] }],
    ['money_in_review', { payment: paid, transfers: [money('settled'), money('review')] }],
    ['waiting', { transfers: [money('refunded')] }],
    ['money_returned', { payment: expired, transfers: [money('refunded')] }],
    ['money_ignored', { payment: expired, transfers: [money('ignored')] }],
    ['unread', { mayBeUnread: true }],
    ['unread', { payment: expired, mayBeUnread: true }],
    ['unread', { sources: [{ ...open, failures: 3 }], mayBeUnread: true }],
    ['money_in_review', { transfers: [money('review')], mayBeUnread: true }],
    ['paid', { payment: paid, mayBeUnread: true }],
    ['no_code', { payment: { ...expired, status: 'cancelled' }, sources: [{ ...open, state: 'failed' }] }],
    ['cancelled', { payment: { ...expired, status: 'cancelled' } }],
    ['unseen', { payment: { ...expired, isForeign: true } }],
    ['expired', { payment: expired }],
    ['paid', { payment: paid, transfers: [money('settled')] }],
    ['paid', { payment: paid, callbacks: [callback('pending', 0)] }],
    ['callback_failing', { payment: paid, callbacks: [callback('pending', 2)] }],
    ['callback_failing', { payment: paid, callbacks: [callback('exhausted', 12)] }],
    ['callback_failing', { payment: paid, callbacks: [callback('blocked', 0)] }],
    ['paid', { payment: paid, callbacks: [callback('delivered', 2), callback('exhausted', 12)] }],
  ] as [string, Partial<Parameters<typeof judgePayment>[0]>][])('the verdict %s follows from %o', (verdict, facts) => {
    expect(judgePayment({ ...base, ...facts }, now).verdict).toBe(verdict)
  })

  test('each verdict has a sentence for merchants and payers in both languages, and none about connections for payers', () => {
    const told = {
      due: 'Rp 10',
      amounts: 'Rp 5',
      deadline: 'D',
      checked: 'C',
      silence: null,
      merchant: 'Toko',
      refusal: null,
    }
    for (const verdict of verdicts) {
      for (const tables of Object.values(explanationTexts)) {
        const sentences = Object.values(tables).map(table => table[verdict](told))
        expect(new Set(sentences.map(({ is }) => is)).size).toBe(2)
        for (const { is } of sentences) expect(is).not.toBe('')
      }
      for (const table of Object.values(explanationTexts.payer)) {
        expect(JSON.stringify(table[verdict](told))).not.toMatch(/callback|koneksi|connection|server/i)
      }
    }
  })
})
