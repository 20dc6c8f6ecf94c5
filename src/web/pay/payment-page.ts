import Router from '@koa/router'
import type Koa from 'koa'
import { findShopRules } from '../../catalog/find-shop-rules.ts'
import { explainPayment } from '../../doctor/explain-payment.ts'
import { findSilence, findSources } from '../../doctor/find-sources.ts'
import { searchForMoney } from '../../doctor/search-for-money.ts'
import { findCallerAddress } from '../../http/caller-address.ts'
import { createRateLimit, type RateLimit } from '../../http/rate-limit.ts'
import { chargedMethods } from '../../methods/method.ts'
import { findMoneyInReview } from '../../money/find-money-in-review.ts'
import type { Needs } from '../../needs.ts'
import { findOrderChat } from '../../notices/order-chat.ts'
import { findOrderOfPayment } from '../../orders/find-order.ts'
import { makeReceiptToken } from '../../orders/receipts/receipt-token.ts'
import { openGoods } from '../../payments/goods/open-goods.ts'
import { hasEnded } from '../../payments/payment-phase.ts'
import { pickOffer } from '../../payments/pick-offer.ts'
import { readPhases } from '../../payments/read-phases.ts'
import { makeReturnAddress } from '../../payments/return-address.ts'
import { type PaymentView, viewPayment } from '../../payments/view-payment.ts'
import { watchPayments } from '../../payments/watch-payments.ts'
import { qrPng, qrSvg } from '../../qris/picture.ts'
import { makePath } from '../parts/address.ts'
import { compressPages } from '../parts/compress-pages.ts'
import { startEventStream } from '../parts/event-stream.ts'
import { allowInlinePictures, pageHeaders, sendPage } from '../parts/frame.ts'
import { chooseLanguage } from '../parts/language.ts'
import { texts } from '../parts/texts.ts'
import { handleTrouble, renderUnknownPayment } from '../parts/trouble-pages.ts'
import { limitRate } from './limit-rate.ts'
import { payInSandbox } from './pay-in-sandbox.ts'
import { renderPayerCards } from './payer-cards.ts'
import type { PaymentPageView } from './payment-parts.ts'
import { sendCard, sendReceipt } from './payment-pictures.ts'
import { createPaymentStreams, describePhase, type PaymentStreams } from './payment-streams.ts'
import { paymentView, writePageTitle } from './payment-view.ts'
import { selectWay } from './payment-ways.ts'
import { sendSoldFile } from './sold-file.ts'

/** A router with streams: `close` ends them before the server stops. */
export interface PaymentPage {
  router: Router
  close(): void
}

type PageNeeds = Needs<
  | 'sql'
  | 'em'
  | 'goods'
  | 'transaction'
  | 'slowly'
  | 'freshly'
  | 'seal'
  | 'now'
  | 'wake'
  | 'log'
  | 'config'
  | 'connectors'
  | 'outbound'
  | 'mailer'
  | 'slots'
>

/** Serves the hosted page of a payment, its picture and its events. Only the invoice id in the address protects it. */
export function createPaymentRouter(app: PageNeeds): PaymentPage {
  const streams = createPaymentStreams(app)
  const pictures = createRateLimit(picturesPerS, picturesBurst)
  const checks = createRateLimit(checksPerS, checksBurst)
  const router = new Router()
  router.use(['/pay', '/pay/{*rest}'], compressPages, pageHeaders, handleTrouble(app))
  router.get('/pay', ctx => showPayment(app, ctx, streams))
  router.get('/pay/qr.svg', limitRate(pictures), ctx => showPicture(app, ctx, 'svg'))
  router.get('/pay/qr.png', limitRate(pictures), ctx => showPicture(app, ctx, 'png'))
  router.get('/pay/receipt.png', limitRate(pictures), ctx => showReceipt(app, ctx))
  router.get('/pay/file', limitRate(pictures), ctx => sendSoldFile(app, ctx, readInvoiceId(ctx)))
  router.get('/pay/status', ctx => answerStatus(app, ctx))
  router.get('/pay/events', ctx => streamEvents(app, ctx, streams))
  router.post('/pay/pick', ctx => pickWay(app, ctx))
  router.post('/pay/check', ctx => answerCheck(app, ctx, checks))
  if (!app.config.production) router.post('/pay/sandbox-pay', ctx => payWithPlayMoney(app, ctx))
  return { router, close: streams.close }
}

// A picture takes a millisecond of the only thread, and a page needs just one.
const picturesPerS = 5
const picturesBurst = 30
// Each may wait a few seconds for a provider.
const checksPerS = 0.5
const checksBurst = 10
const codeMsMax = 1_000

/** Returns the invoice id of the address; null if it is malformed. */
function readInvoiceId(ctx: Koa.Context): string | null {
  const { invoice } = ctx.query
  return typeof invoice === 'string' && /^INV-[0-9A-Z]{20}$/.test(invoice) ? invoice : null
}

async function findView(app: PageNeeds, ctx: Koa.Context) {
  const invoiceId = readInvoiceId(ctx)
  const payment = invoiceId === null ? null : await viewPayment(app, invoiceId)
  return payment && selectWay(payment, ctx.query.way)
}

/**
 * Finds a payment like `findView`. A provider usually creates a code within a moment, and one answer with it is faster
 * than two requests.
 */
async function findWithCode(app: PageNeeds, ctx: Koa.Context, streams: PaymentStreams) {
  const payment = await findView(app, ctx)
  if (payment?.phase !== 'preparing' || ctx.method === 'HEAD') return payment
  await streams.leave('preparing', { invoiceId: payment.invoiceId, address: findCallerAddress(ctx) }, codeMsMax)
  return findView(app, ctx)
}

async function showPayment(app: PageNeeds, ctx: Koa.Context, streams: PaymentStreams): Promise<void> {
  const payment = await findWithCode(app, ctx, streams)
  if (!payment) return renderUnknownPayment(app, ctx)
  const language = chooseLanguage(ctx)
  const offered = !app.config.production && payment.mode === 'test' && !payment.isForeign
  const order = await findOrderOfPayment(app, payment)
  const view: PaymentPageView = {
    config: app.config,
    language,
    payment,
    inReview: await findMoneyInReview(app, payment.accountId, payment.invoiceId),
    order,
    chat: order && hasEnded(payment.phase) ? await findOrderChat(app, order) : null,
    contact: hasEnded(payment.phase) ? await findShopRules(app, payment.accountId) : null,
    goods: await openGoods(app, payment, { isLookedAt: ctx.method === 'GET' }),
    receipt: payment.phase === 'paid' ? makeReceiptToken(app.seal, payment.invoiceId) : null,
    explanation: ctx.query.why === '1' ? await explainPayment(app, payment, payment.invoiceId) : null,
    silence: await findSilentPhone(app, payment),
    onwardTo: hasEnded(payment.phase) ? await makeReturnAddress(app, payment) : null,
    now: app.now(),
    refreshS: hasEnded(payment.phase) ? undefined : payment.phase === 'preparing' ? 3 : 10,
    added: await renderPayerCards(app, { ...payerOf(payment), language }),
    sandbox: !offered ? 'none' : ctx.query.pressed === '1' ? 'pressed' : 'offered',
  }
  allowInlinePictures(ctx)
  sendPage(ctx, app.config, {
    language,
    title: writePageTitle(view),
    summary: texts[language].summary,
    body: paymentView(view),
    script: 'payment.js',
    here: { path: '/pay', query: { invoice: payment.invoiceId, ...(payment.way ? { way: payment.way } : {}) } },
    refreshS: view.refreshS,
  })
}

const payerOf = ({ accountId, mode, invoiceId }: PaymentView) => ({ accountId, mode, invoiceId })

/** Returns the phone that should report its money and has not; read only while that can matter to the payer. */
async function findSilentPhone(app: PageNeeds, payment: PaymentView): Promise<PaymentPageView['silence']> {
  const { phase, offers } = payment
  const isCharged = offers.every(({ method }) => chargedMethods.some(charged => charged === method))
  if (isCharged || phase === 'paid' || phase === 'cancelled') return null
  return findSilence(await findSources(app, payment))
}

const pictureWidthPx = 1000

async function showPicture(app: PageNeeds, ctx: Koa.Context, kind: 'svg' | 'png'): Promise<void> {
  const payment = await findView(app, ctx)
  if (!payment) return renderUnknownPayment(app, ctx)
  // The code should no longer be paid, so it is hidden.
  const gone = payment.phase !== 'payable' || payment.qris === null
  if (gone) {
    ctx.status = payment.phase === 'preparing' ? 404 : 410
    ctx.body = ''
    return
  }
  if (kind === 'png' && ctx.query.save === '1') return sendCard(app, ctx, payment)
  const restS = Math.floor((payment.expiresAt.getTime() - app.now().getTime()) / 1000)
  ctx.set('Cache-Control', `private, max-age=${restS}`)
  ctx.set('Content-Disposition', `inline; filename="qris-${payment.invoiceId}.${kind}"`)
  ctx.type = kind === 'svg' ? 'image/svg+xml' : 'image/png'
  ctx.body = kind === 'svg' ? qrSvg(payment.qris!) : qrPng(payment.qris!, { minPx: pictureWidthPx })
}

async function showReceipt(app: PageNeeds, ctx: Koa.Context): Promise<void> {
  const payment = await findView(app, ctx)
  if (payment?.phase !== 'paid') return renderUnknownPayment(app, ctx)
  await sendReceipt(app, ctx, payment)
}

async function answerStatus(app: PageNeeds, ctx: Koa.Context): Promise<void> {
  const invoiceId = readInvoiceId(ctx)
  const match = invoiceId === null ? undefined : (await readPhases(app, [invoiceId])).get(invoiceId)
  if (match && !hasEnded(match.phase)) await watchPayments(app, [invoiceId!])
  ctx.status = match ? 200 : 404
  ctx.body = match ? { success: true, ...describePhase(match, app.now()) } : unknown
}

const unknown = { success: false, error: 'There is no such payment', code: 'not_found' }

async function streamEvents(app: PageNeeds, ctx: Koa.Context, streams: PaymentStreams): Promise<void> {
  const invoiceId = readInvoiceId(ctx)
  const match = invoiceId === null ? undefined : (await readPhases(app, [invoiceId])).get(invoiceId)
  if (!match) {
    ctx.status = 404
    ctx.body = unknown
  } else if (hasEnded(match.phase) || ctx.method === 'HEAD') {
    // The only answer after which a browser does not reconnect.
    ctx.status = 204
  } else {
    startStream(ctx, streams, invoiceId!)
  }
}

function startStream(ctx: Koa.Context, streams: PaymentStreams, invoiceId: string): void {
  const stream = streams.open(invoiceId, findCallerAddress(ctx))
  if (!stream) {
    ctx.status = 503
    ctx.set('Retry-After', '10')
    ctx.body = { success: false, error: 'Too many open pages; ask for the status instead', code: 'rate_limited' }
    return
  }
  ctx.status = 200
  startEventStream(ctx)
  ctx.body = stream
}

async function pickWay(app: PageNeeds, ctx: Koa.Context): Promise<void> {
  const invoice = readInvoiceId(ctx)
  if (invoice === null) return renderUnknownPayment(app, ctx)
  const way = chargedMethods.find(method => method === ctx.query.way) ?? 'qris'
  await pickOffer(app, invoice, way)
  ctx.status = 303
  ctx.set('Location', makePath(app.config, '/pay', { invoice, way, lang: chooseLanguage(ctx) }))
}

async function answerCheck(app: PageNeeds, ctx: Koa.Context, checks: RateLimit): Promise<void> {
  const payment = await findView(app, ctx)
  if (!payment) return renderUnknownPayment(app, ctx)
  // A payer who presses too often sees the last known state, without another request to the provider.
  if (checks.take(findCallerAddress(ctx)).ok) await searchForMoney(app, payment.invoiceId)
  const way: Record<string, string> = payment.way ? { way: payment.way } : {}
  ctx.status = 303
  const query = { invoice: payment.invoiceId, lang: chooseLanguage(ctx), ...way, why: '1' }
  ctx.set('Location', `${makePath(app.config, '/pay', query)}#check`)
}

async function payWithPlayMoney(app: PageNeeds, ctx: Koa.Context): Promise<void> {
  const payment = await findView(app, ctx)
  if (payment?.mode !== 'test') return renderUnknownPayment(app, ctx)
  const sent = payment.phase === 'payable' && (await payInSandbox(app, payment.invoiceId))
  const pressed: Record<string, string> = sent ? { pressed: '1' } : {}
  ctx.status = 303
  ctx.set(
    'Location',
    `${makePath(app.config, '/pay', { invoice: payment.invoiceId, lang: chooseLanguage(ctx), ...pressed })}#sandbox`,
  )
}
