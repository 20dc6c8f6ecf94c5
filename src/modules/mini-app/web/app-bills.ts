import type Koa from 'koa'
import type { RateLimit } from '../../../http/rate-limit.ts'
import { notFound } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { findBillBySlug, type WholeBill } from '../../bills/find-bill.ts'
import { drawBill, openBillByForm } from '../../bills/web/pay/bill-form.ts'
import { drawFramedPayment } from '../../bills/web/pay/embed-page.ts'
import { redirectTo } from '../../menu/web/cart-form.ts'
import { readParam } from '../../menu/web/with-shop.ts'
import { readAppForm } from './app-form.ts'
import { addScriptData, type Visit } from './visit.ts'

/** Shows a bill of the shop, or a payment of it. */
export async function showBill(app: App, ctx: Koa.Context, visit: Visit): Promise<void> {
  const found = await findOwn(app, ctx, visit)
  const { invoice } = ctx.query
  const isOwn = found.parts.some(({ payment }) => payment.invoiceId === invoice)
  if (!isOwn) return drawBill(app, ctx, billParts(ctx, visit, found))
  const to = `/b/${found.bill.slug}`
  await drawFramedPayment(app, ctx, {
    found,
    invoice: String(invoice),
    parent: '',
    again: visit.shop.to(to),
    here: { path: ctx.path, query: { invoice: String(invoice) } },
    scripts: ['mini-app.js', 'payment.js'],
    sheet: 'mini-app.css',
    around: body => addScriptData(visit, body, { back: visit.shop.to('') }),
  })
}

/** Opens a payment of a bill for the customer of the session. */
export async function openBill(
  app: App,
  ctx: Koa.Context,
  { visit, opens }: { visit: Visit; opens: RateLimit },
): Promise<void> {
  const found = await findOwn(app, ctx, visit)
  // A customer has one open payment per bill, in any session.
  const browser = `mini app ${visit.owner.customerId}`
  // Some of Telegram's web views do not send the origin of a form; the session proves it instead.
  const read = (limits: Parameters<typeof readAppForm>[2]) => readAppForm(app, ctx, limits)
  const opened = await openBillByForm(app, ctx, found, { opens, browser, read })
  if (!('refusal' in opened)) {
    return redirectTo(ctx, visit.shop.to(`/b/${found.bill.slug}`, { invoice: opened.invoiceId }))
  }
  await drawBill(app, ctx, billParts(ctx, visit, await findOwn(app, ctx, visit)), opened)
}

async function findOwn(app: App, ctx: Koa.Context, { owner }: Visit): Promise<WholeBill> {
  const found = await findBillBySlug(app, readParam(ctx, 'slug'))
  if (found?.bill.accountId !== owner.accountId) throw notFound('bill')
  return found
}

function billParts(ctx: Koa.Context, visit: Visit, bill: WholeBill): Parameters<typeof drawBill>[2] {
  const to = `/b/${bill.bill.slug}`
  const { shop } = visit
  return {
    found: bill,
    door: { action: shop.to(to), paymentPath: invoice => shop.to(to, { invoice }), parent: null },
    here: { path: ctx.path, query: {} },
    script: 'mini-app.js',
    sheet: 'mini-app.css',
    around: body => addScriptData(visit, body, { back: shop.to('') }),
  }
}
