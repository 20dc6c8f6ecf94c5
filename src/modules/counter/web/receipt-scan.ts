import Router from '@koa/router'
import type Koa from 'koa'
import { toRefusal } from '../../../http/errors.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { type Refusal, refuseField } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import type { Receipt } from '../../../orders/receipts/find-receipt.ts'
import { findCompleteReceipt } from '../../../orders/receipts/receipt-facts.ts'
import { type ReceiptScan, showReceipt } from '../../../orders/receipts/show-receipt.ts'
import { makePath } from '../../../web/parts/address.ts'
import { banner, field, refusedBanner } from '../../../web/parts/forms.ts'
import { allowCamera, ownFormHeaders, pageHeaders, sendPage } from '../../../web/parts/frame.ts'
import { chooseLanguage } from '../../../web/parts/language.ts'
import { formatMoment } from '../../../web/parts/moment.ts'
import { readOwnForm } from '../../../web/parts/own-form.ts'
import { findRefusalStatus } from '../../../web/parts/refused-page.ts'
import { handleTrouble } from '../../../web/parts/trouble-pages.ts'
import { receiptTexts } from '../../../web/pay/receipt-texts.ts'
import { findReceiptWord } from '../../../web/pay/receipt-view.ts'
import type { Device } from '../device.ts'
import { receiptScanTexts } from '../texts/receipt-scan-texts.ts'
import { cameraView } from './camera-view.ts'
import { readDevice, showPairing } from './pairing.ts'

const addressMax = 300
const formBytesMax = 4096

/**
 * Serves `/kasir/receipt`: a paired counter checks whether a receipt is genuine, and marks it as shown. A scanner types
 * the address of its code into the field and presses Enter.
 */
export function createReceiptScanRouter(app: App): Router {
  const router = new Router()
  router.use(['/kasir/receipt'], pageHeaders, ownFormHeaders, handleTrouble(app))
  router.get('/kasir/receipt', ctx =>
    onDevice(app, ctx as Koa.Context, () => sendScanPage(app, ctx as Koa.Context, {})),
  )
  router.post('/kasir/receipt', ctx =>
    onDevice(app, ctx as Koa.Context, device => scanReceipt(app, ctx as Koa.Context, device)),
  )
  return router
}

async function onDevice(app: App, ctx: Koa.Context, work: (device: Device) => unknown): Promise<void> {
  const device = await readDevice(app, ctx, 'kasir')
  if (!device) return showPairing(app, ctx, 'kasir')
  await work(device)
}

async function scanReceipt(app: App, ctx: Koa.Context, { accountId, mode }: Device): Promise<void> {
  try {
    const token = readToken(app, await readAddress(app, ctx))
    const found = token === null ? null : await findCompleteReceipt(app, token)
    const receipt = found?.accountId === accountId && found.mode === mode ? found : null
    // An invalid receipt does not become valid at a second scan.
    const showing = receipt && findReceiptWord(receipt) === 'paid' ? await showReceipt(app, receipt) : null
    sendScanPage(app, ctx, { answer: { receipt, showing } })
  } catch (error) {
    const refusal = toRefusal(ctx, error)
    if (!refusal) throw error
    sendScanPage(app, ctx, { refusal })
  }
}

async function readAddress(app: App, ctx: Koa.Context): Promise<string> {
  const { receipt = '' } = await readOwnForm(app, ctx, formBytesMax)
  const typed = receipt.trim()
  if (typed === '') throw refuseField('receipt', 'is the address of a receipt', 'missing')
  return typed.slice(0, addressMax)
}

/** Returns the token in an address of this installation; null for any other. */
function readToken({ config }: Pick<App, 'config'>, address: string): string | null {
  const start = `${config.baseUrl}/receipt/`
  return address.startsWith(start) ? (/^([\w-]{22})(?:\?|$)/.exec(address.slice(start.length))?.[1] ?? null) : null
}

interface Scanned {
  refusal?: Refusal
  /** The result; `receipt` is null if it is not one of this shop. */
  answer?: { receipt: Receipt | null; showing: ReceiptScan | null }
}

function sendScanPage(app: App, ctx: Koa.Context, { refusal, answer }: Scanned): void {
  const language = chooseLanguage(ctx, app.config)
  const say = receiptScanTexts[language]
  const typed = { name: 'receipt', label: say.address, hint: say.hint, maxlength: addressMax, errors: refusal?.fields }
  const body = html`<main class="plain">
    <section class="card narrow">
      <h1>${say.title}</h1>
      ${refusedBanner({ language, refusal: refusal ?? null, labels: { receipt: say.address } })}
      ${answer && answerView(app, ctx, answer)}
      ${cameraView(app.config, language, 'receipt')}
      <form method="post" action="${makePath(app.config, '/kasir/receipt', { lang: language })}" class="steps">
        ${field({ ...typed, autocomplete: 'off', isFocused: true })}
        <button class="button">${say.check}</button>
      </form>
      <p><a href="${makePath(app.config, '/kasir', { lang: language })}">${say.back}</a></p>
    </section>
  </main>`
  allowCamera(ctx)
  const page = { language, title: say.title, body, here: { path: '/kasir/receipt', query: {} } }
  sendPage(
    ctx,
    app.config,
    { ...page, script: 'receipt-scan.js', sheet: 'counter.css' },
    refusal ? findRefusalStatus(refusal) : 200,
  )
}

function answerView(app: App, ctx: Koa.Context, { receipt, showing }: NonNullable<Scanned['answer']>): Html {
  const language = chooseLanguage(ctx, app.config)
  const say = receiptScanTexts[language]
  if (!receipt) return banner('stop', say.notOurs)
  const said = receiptTexts[language][findReceiptWord(receipt)]
  const sum = receipt.paid && `${formatRupiah(receipt.paid.amount)} · ${formatMoment(app, language, receipt.paid.at)}`
  const facts = [sum, receipt.orderNumber, receipt.customer].filter(Boolean).join(' · ')
  if (!showing) return html`${banner('stop', said)}<p>${facts}</p>`
  const when = formatMoment(app, language, showing.firstShownAt)
  return html`${showing.isFirst ? banner('done', said) : banner('warn', say.shownBefore(when))}<p>${facts}</p>
    ${receipt.mode === 'test' && html`<p class="test">${receiptTexts[language].testMode}</p>`}`
}
