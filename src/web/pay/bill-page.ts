import Router from '@koa/router'
import type Koa from 'koa'
import { z } from 'zod'
import { Account } from '../../accounts/account.ts'
import { highestAmount } from '../../bills/bill-terms.ts'
import { findBillBySlug, type WholeBill } from '../../bills/find-bill.ts'
import { openBill } from '../../bills/open-bill.ts'
import { callerAddress } from '../../http/caller-address.ts'
import { refusalOf } from '../../http/errors.ts'
import { createRateLimit, type RateLimit } from '../../http/rate-limit.ts'
import { readFields } from '../../http/read-fields.ts'
import { type Standing, standingOfAccount } from '../../keys/standing.ts'
import { randomToken } from '../../lib/ids.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { App } from '../../needs.ts'
import { pathTo } from '../parts/address.ts'
import { readCookie, writeCookie } from '../parts/cookies.ts'
import { pageHeaders, sendPage } from '../parts/frame.ts'
import { languageOf } from '../parts/language.ts'
import { requireOwnForm } from '../parts/own-form.ts'
import { statusOf } from '../parts/refused-page.ts'
import { billUnknownPage, withTroublePage } from '../parts/trouble-pages.ts'
import { typedRupiah } from '../parts/typed-rupiah.ts'
import { billPageTexts } from './bill-texts.ts'
import { askedAmount, billView, type ShownBill } from './bill-view.ts'

// A school's parents share one address; a program that makes payments without end does not get far.
const opensPerS = 0.5
const opensBurst = 40

/**
 * The public page of a bill. Chats open every link for its preview, so GET shows and makes nothing; its form
 * makes a payment and leads to it.
 */
export function billPage(app: App): Router {
  const opens = createRateLimit(opensPerS, opensBurst)
  const router = new Router()
  router.use(['/b/:slug'], pageHeaders, ownFormHeaders, withTroublePage(app))
  router.get('/b/:slug', ctx => show(app, ctx as Koa.Context))
  router.post('/b/:slug', ctx => open(app, ctx as Koa.Context, opens))
  return router
}

// With `no-referrer` browsers send `Origin: null`, and the page's own form would look like that of any site.
const ownFormHeaders: Koa.Middleware = async (ctx, next) => {
  ctx.set('Referrer-Policy', 'same-origin')
  await next()
}

const slugOf = (ctx: Koa.Context) => String((ctx as unknown as { params: { slug: string } }).params.slug)

async function show(app: App, ctx: Koa.Context): Promise<void> {
  const found = await findBillBySlug(app, slugOf(ctx))
  if (!found) return billUnknownPage(app, ctx)
  // Known before the first press, so that two presses at once are of one browser.
  if (readCookie(app.config, ctx, 'browser') === undefined) writeCookie(app.config, ctx, 'browser', randomToken())
  await draw(app, ctx, found)
}

async function standingOf(app: App, { bill }: WholeBill): Promise<Standing | null> {
  return standingOfAccount(app, bill.accountId, bill.mode)
}

async function draw(
  app: App,
  ctx: Koa.Context,
  found: WholeBill,
  { refusal, given }: Pick<ShownBill, 'refusal' | 'given'> = { refusal: null, given: {} },
): Promise<void> {
  const { bill, parts } = found
  const account = await app.em({ accountId: bill.accountId }).findOneOrFail(Account, bill.accountId)
  const language = languageOf(ctx)
  const say = billPageTexts[language]
  const shown: ShownBill = {
    ...{ config: app.config, language, bill, parts, refusal, given, now: app.now() },
    merchant: { name: account.displayName, logo: account.logoKey },
    highest: highestOf(app, await standingOf(app, found)),
  }
  const page = {
    ...{ language, title: say.title(bill.title, account.displayName), summary: say.summary(askedAmount(shown)) },
    ...{ body: billView(shown), here: { path: `/b/${bill.slug}`, query: {} } },
  }
  if (refusal?.retryAfterS !== undefined) ctx.set('Retry-After', String(Math.ceil(refusal.retryAfterS)))
  sendPage(ctx, app.config, page, refusal ? statusOf(refusal) : 200)
}

function highestOf(app: App, standing: Standing | null): number | null {
  try {
    return standing && highestAmount(app, standing)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

const Answers = z.object({
  amount: z.string().max(20).optional(),
  name: z.string().max(1000).optional(),
  phone: z.string().max(1000).optional(),
  address: z.string().max(1000).optional(),
  note: z.string().max(1000).optional(),
})

const formBytesMax = 16 * 1024

async function open(app: App, ctx: Koa.Context, opens: RateLimit): Promise<void> {
  const found = await findBillBySlug(app, slugOf(ctx))
  if (!found) return billUnknownPage(app, ctx)
  let given: Record<string, string> = {}
  try {
    requireOwnForm(app.config, ctx)
    given = await readAnswers(app, ctx)
    const { ok, resetS } = opens.take(callerAddress(ctx))
    if (!ok) throw new Refusal('rate_limited', 'Too many payments from one address', { retryAfterS: resetS })
    await pay(app, ctx, found, given)
  } catch (error) {
    const refusal = refusalOf(ctx, error)
    if (!refusal) throw error
    await draw(app, ctx, (await findBillBySlug(app, slugOf(ctx)))!, { refusal, given })
  }
}

async function pay(app: App, ctx: Koa.Context, found: WholeBill, given: Record<string, string>): Promise<void> {
  const standing = await standingOf(app, found)
  if (!standing) throw new Refusal('method_unavailable', 'The merchant cannot take payments')
  const { amount, ...answers } = given
  const typed = amount === undefined ? undefined : typedRupiah.safeParse(amount)
  const payment = await openBill(app, standing, found.bill.id, {
    amount: typed === undefined ? undefined : typed.success ? typed.data : Number.NaN,
    answers,
    browser: readCookie(app.config, ctx, 'browser'),
  })
  ctx.status = 303
  ctx.set('Location', pathTo(app.config, '/pay', { invoice: payment.invoiceId, lang: languageOf(ctx) }))
}

async function readAnswers(app: App, ctx: Koa.Context): Promise<Record<string, string>> {
  await using upload = app.uploads.open()
  const limits = { fileBytesMax: 0, fieldsBytesMax: formBytesMax }
  const fields = await readFields(ctx, limits, { who: `address ${callerAddress(ctx)}`, upload })
  const texts = Object.entries(fields).filter(([, value]) => typeof value === 'string')
  const parsed = Answers.safeParse(Object.fromEntries(texts))
  if (!parsed.success) throw new Refusal('invalid_request', 'An answer is too long')
  return parsed.data as Record<string, string>
}
