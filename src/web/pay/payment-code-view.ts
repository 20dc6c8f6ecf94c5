import { Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import { qrisMark, qrisMarkSize } from '../../qris/mark.ts'
import { parseQris } from '../../qris/parse-qris.ts'
import { qrPng } from '../../qris/picture.ts'
import { makePath } from '../parts/address.ts'
import { checkIcon, saveIcon } from '../parts/icons.ts'
import type { Texts } from '../parts/texts.ts'
import { renderAppSteps } from './app-steps.ts'
import { copyButton, factRow, isAmountTyped, type PaymentPageView } from './payment-parts.ts'

/** Renders a code to scan or a number to send money to, with instructions. */
export function codeView(view: PaymentPageView, t: Texts): Html {
  return view.payment.receivingAccount ? transferSection(view, t) : scanSection(view, t)
}

/** Renders the steps in the payer's own app, by the labels of its buttons. */
export function renderStepsByApp({ payment, language }: PaymentPageView, t: Texts): Html {
  const amount = formatRupiah(payment.finalAmount)
  const last = isAmountTyped(payment) ? t.typeLast(amount) : t.scanLast(amount)
  return html`<h3>${t.stepsTitle}</h3>${renderAppSteps(payment.receivingAccount ? 'send' : 'scan', language, last)}`
}

function scanSection(view: PaymentPageView, say: Texts): Html {
  const { payment } = view
  const amount = formatRupiah(payment.finalAmount)
  const foreign = html`<p class="warning" data-testid="foreign-code">${say.foreignCode(payment.merchantName)}</p>`
  return html`<h2>${say.scanTitle}</h2>
    ${payment.isStaticCode && html`<p class="warning">${say.transferText}</p>`}
    ${payment.isForeign && foreign}
    ${payment.qris !== null && codeFigure(view, say, payment.qris)}
    ${!payment.isForeign && waitingNotice(view, say)}
    ${stepList(payment.isStaticCode ? say.staticSteps(amount) : say.scanSteps(amount))}
    ${sandboxButton(view, say)}`
}

function codeFigure({ payment, config, language }: PaymentPageView, say: Texts, qris: string): Html {
  const way: Record<string, string> = payment.way ? { way: payment.way } : {}
  const card = makePath(config, '/pay/qr.png', { invoice: payment.invoiceId, ...way, save: '1', lang: language })
  const amount = formatRupiah(payment.finalAmount)
  const named = namesIn(qris)
  const alt = say.qrAlt(amount, payment.merchantName)
  const merchant = named?.merchantName && html`<small>${say.nameInApp}</small> <b>${named.merchantName}</b>`
  const nmid = named?.nmid && html` <small>NMID ${named.nmid}</small>`
  const saved = html`href="${card}" download="qris-${payment.invoiceId}.png"`
  return html`<figure class="qr">
      ${mark}<img src="${inlinePicture(qris)}" width="264" height="264" alt="${alt}" data-testid="qr">
      <figcaption>${merchant}${nmid}</figcaption>
    </figure>
    <a class="button quiet save" ${saved} data-testid="save">${saveIcon}${say.saveQr}</a>`
}

/** Returns the code as an inline picture, so that payers on slow connections need no second request. */
function inlinePicture(qris: string): string {
  return `data:image/png;base64,${qrPng(qris).toString('base64')}`
}

const { width, height } = qrisMarkSize
const mark = new Html(
  `<svg class="mark" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" ` +
    `aria-label="QRIS">${qrisMark}</svg>`,
)

// Payers compare this name with that in their app, so it is read from the code, not from our own data.
function namesIn(qris: string): { merchantName: string | null; nmid: string | null } | null {
  try {
    return parseQris(qris)
  } catch {
    return null
  }
}

function transferSection(view: PaymentPageView, say: Texts): Html {
  const { payment } = view
  const { number, label, holder } = payment.receivingAccount!
  const holderRow = holder && factRow(say.accountHolder, html`<b data-testid="account-holder">${holder}</b>`)
  return html`<h2>${say.transferTitle}</h2>
    <p class="warning">${say.transferText}</p>
    <div class="account">
      <p class="label">${say.accountNumber}${label && html` · <b>${label}</b>`}</p>
      <p class="number" data-testid="account-number">${number}</p>
      ${copyButton(number, say.copyNumber)}
      ${holderRow && html`<dl>${holderRow}</dl>`}
    </div>
    ${payment.qris !== null && html`<p class="label">${say.orScan}</p>${codeFigure(view, say, payment.qris)}`}
    ${waitingNotice(view, say)}
    ${stepList(say.transferSteps(formatRupiah(payment.finalAmount)))}
    ${sandboxButton(view, say)}`
}

function stepList(sentences: string[]): Html {
  return html`<ol class="steps">${sentences.map(sentence => html`<li>${sentence}</li>`)}</ol>`
}

function sandboxButton({ payment, config, language, sandbox }: PaymentPageView, say: Texts): Html {
  if (sandbox === 'none') return html``
  if (sandbox === 'pressed')
    return html`<p class="sandbox" id="sandbox" data-testid="sandbox-sent">${checkIcon} ${say.sandboxSent}</p>`
  const action = makePath(config, '/pay/sandbox-pay', { invoice: payment.invoiceId, lang: language })
  return html`<form class="sandbox" id="sandbox" method="post" action="${action}">
    <p><b>${say.sandboxTitle}.</b> ${say.sandboxText}</p>
    <button class="button" data-testid="sandbox-pay">${say.sandboxPay}</button>
  </form>`
}

function waitingNotice({ refreshS }: PaymentPageView, say: Texts): Html {
  const withoutScript = refreshS && html`<noscript> ${say.noScript(refreshS)}</noscript>`
  return html`<p class="waiting">
    <i class="pulse" aria-hidden="true"></i>
    <span><b>${say.waiting}</b><br><small>${say.waitingText}${withoutScript}</small></span>
  </p>`
}
