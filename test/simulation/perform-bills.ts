import { expect } from 'vitest'
import type { Act } from './act.ts'
import type { ModelBill } from './model-types.ts'
import { idOf, openBill } from './of-modules.ts'
import { expectCode, expectRefusal, type Performers, pick, type Scene } from './scene.ts'

export function performBills({ shop, model }: Scene): Performers<'bill' | 'open' | 'close'> {
  return {
    async bill(act) {
      const { request, bill } = describeBill(act)
      const { status, body } = await shop.api('/create-bill', { body: { title: 'Les Juli', ...request } })
      expect(status, JSON.stringify(body)).toBe(200)
      const dueAt = request.due_date === undefined ? null : model.endOfDay(act.days)
      model.addBill({ ...bill, id: body.data.bill, dueAt })
    },
    async open({ bill: number, percent, browser }) {
      const bill = pick(model.bills, number)
      if (!bill) return
      const wished = wishOf(bill, percent)
      const name = `browser ${browser}`
      const opening = openBill(shop.app, shop.demo, await idOf(shop, bill.id), { amount: wished, browser: name })
      const expected = model.openBill(bill, wished, browser)
      if ('refused' in expected) return expectRefusal(opening, expected.refused)
      const { invoiceId, amount, finalAmount, paymentMethod } = await opening
      if ('known' in expected) return expect(invoiceId).toBe(expected.known.invoiceId)
      expect([amount, paymentMethod]).toEqual([expected.amount, 'qris'])
      const payment = { invoiceId, method: 'qris', amount, finalAmount } as const
      if (expected.replaced.length === 0) expectCode(model, payment)
      model.startPart(bill, payment, browser, expected.replaced)
    },
    async close({ bill: number }) {
      const bill = pick(model.bills, number)
      if (!bill) return
      const { status, body } = await shop.api('/close-bill', { body: { bill: bill.id } })
      const why = model.closeBill(bill)
      if (why) expect(body).toMatchObject({ code: why })
      else expect(status, JSON.stringify(body)).toBe(200)
    },
  }

  function describeBill({ kind, amount, days }: Extract<Act, { do: 'bill' }>) {
    const isOnce = kind === 'once' || kind === 'parts'
    const dueDay = days > 0 && isOnce ? { due_date: model.dayOf(model.now + days * 1_440) } : {}
    const request: Record<string, unknown> & { due_date?: string } = {
      kind: isOnce ? 'once' : kind,
      ...(kind === 'open' ? { min_amount: 1_000, max_amount: amount } : { amount }),
      ...(kind === 'parts' && { parts: true }),
      ...(kind === 'many' && { uses_max: 2 }),
      ...dueDay,
    }
    const terms = { kind: isOnce ? ('once' as const) : kind, takesParts: kind === 'parts', amount }
    return { request, bill: { ...terms, usesMax: kind === 'many' ? 2 : null } }
  }
}

/** Returns the amount that a payer of a bill types. */
function wishOf({ amount, collected, kind }: ModelBill, percent: number): number {
  const due = kind === 'once' ? amount - collected : amount
  return Math.max(1_000, Math.floor((Math.max(due, 1) * percent) / 100))
}
