import { expect, test } from 'vitest'
import { articleSlugs } from '../../../src/modules/docs/web/manual/article.ts'
import { modules } from '../../../src/modules/index.ts'
import { refunds } from '../../../src/modules/refunds/module.ts'
import type { App } from '../../../src/needs.ts'
import type { Payment } from '../../../src/payments/payment.ts'

// Also uses: docs
// A module only lists data: no other code fails if a row is missing.

test('refunds have their endpoint, pages, screens, and work', () => {
  const { endpoints, pages, downloads, platformScreens, sweeps, reactions, noticeViews, ...others } = refunds
  expect(endpoints!.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /refund-payment'])
  expect(others.endpointsAfter).toBe('/note-refund')
  expect(pages!.map(({ path }) => path)).toEqual(['/dashboard/payments/:invoice/refund'])
  expect(downloads!.map(({ path }) => path)).toEqual(['/dashboard/refund-proof'])
  expect(Object.keys({ ...reactions, ...noticeViews })).toEqual(['refund.failed', 'merchant.refund_failed'])
  expect(platformScreens!.map(({ presses, forms }) => [Object.keys(presses!), Object.keys(forms!)])).toEqual([
    [['refundpart'], ['refundpart']],
  ])
  expect(sweeps!({} as App, undefined as never)).toEqual([
    {
      name: 'send-refunds',
      everyMs: 5_000,
      due: "from refund where state in ('requested', 'sent') and retry_at <= :now",
      run: expect.any(Function),
    },
  ])
})

test('the page of refunds leads to its chapter of the manual, as do the pages of other modules', () => {
  expect(refunds.slots!.helpPages).toEqual([{ path: '/dashboard/payments/:invoice/refund', help: 'money-back' }])
  for (const { name, pages = [], slots = {} } of modules) {
    const paths = pages.map(({ path }) => path)
    for (const { path, help } of slots.helpPages ?? []) {
      expect(articleSlugs, name).toContain(help)
      expect(paths, name).toContain(path)
    }
  }
})

test('a payment links to its refunds if it may be refunded or was', () => {
  const [link, ...others] = refunds.slots!.paymentLinks!
  expect(others).toEqual([])
  expect(link!.path('INV-1')).toBe('/dashboard/payments/INV-1/refund')
  const isShown = (mayBe: boolean, refunds: object[] | null) =>
    link!.isShown({ mayBeRefunded: () => mayBe, refunds } as unknown as Payment)
  expect([isShown(true, null), isShown(false, [{}]), isShown(true, [{}]), isShown(false, null)]).toEqual([
    true,
    true,
    true,
    false,
  ])
})
