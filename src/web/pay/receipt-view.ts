import type { Config } from '../../config.ts'
import { type Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import { toLocalTime } from '../../lib/wall-clock.ts'
import type { Receipt } from '../../orders/receipts/find-receipt.ts'
import { checkIcon, clockIcon, crossIcon, lockIcon } from '../parts/icons.ts'
import type { Language } from '../parts/language.ts'
import { merchantLogo } from '../parts/merchant-logo.ts'
import { factRow } from './payment-parts.ts'
import { type ReceiptTexts, receiptTexts } from './receipt-texts.ts'

export interface ShownReceipt {
  config: Pick<Config, 'baseUrl' | 'timeZone'>
  language: Language
  receipt: Receipt
  now: Date
}

/**
 * The current state of a receipt: a full refund has priority over a cancelled order, and both over the payment. A
 * receipt stays valid after a partial refund, which is among its facts.
 */
type Word = 'paid' | 'refunded' | 'cancelled' | 'unpaid'

export function findReceiptWord({ paid, refund, isCancelled }: Receipt): Word {
  if (!paid) return 'unpaid'
  if (refund && refund.amount >= paid.amount) return 'refunded'
  return isCancelled ? 'cancelled' : 'paid'
}

const icons: Record<Word, Html> = { paid: checkIcon, refunded: crossIcon, cancelled: crossIcon, unpaid: clockIcon }

export function receiptView(view: ShownReceipt): Html {
  const { receipt, language, config, now } = view
  const say = receiptTexts[language]
  const word = findReceiptWord(receipt)
  const text = `${word}Text` as const
  return html`<main class="pay receipt ${word}" data-word="${word}">
      ${shopView(view, say)}
      ${receipt.mode === 'test' && html`<p class="test" data-testid="test-mode">${say.testMode}</p>`}
      <section class="card outcome">
        <span class="seal">${icons[word]}</span>
        <h2 data-testid="outcome">${say[word]}</h2>
        ${receipt.paid && html`<p class="amount" data-testid="amount">${formatRupiah(receipt.paid.amount)}</p>`}
        <p class="${word !== 'paid' && 'stop'}">${say[text](receipt.shop.name)}</p>
        ${receiptFacts(view, say)}
        ${receipt.paid && html`<p>${say.compare}</p>`}
      </section>
    </main>
    <footer>
      <p>${say.asked(formatMoment(view, now))}</p>
      <p>${lockIcon} ${say.address(new URL(config.baseUrl).host)}</p>
    </footer>`
}

function shopView({ receipt: { shop }, config }: ShownReceipt, say: ReceiptTexts): Html {
  const picture = merchantLogo(config, shop.name, shop.logo)
  return html`<header class="merchant">${picture}<div><p>${say.from}</p><h1>${shop.name}</h1></div></header>`
}

function receiptFacts(view: ShownReceipt, say: ReceiptTexts): Html {
  const { paid, refund, orderNumber, number, customer } = view.receipt
  // The full id grants access to the page with the goods, but this page is open to people who were only shown the
  // receipt.
  const end = number.startsWith('INV-') ? `…${number.slice(-6)}` : null
  return html`<dl>
    ${paid && factRow(say.paidAt, html`<span data-testid="paid-at">${formatMoment(view, paid.at)}</span>`)}
    ${refund && factRow(say.refundedAt, formatMoment(view, refund.at))}
    ${refund && refund.amount !== paid?.amount && factRow(say.refundedAmount, formatRupiah(refund.amount))}
    ${orderNumber !== null && factRow(say.order, orderNumber)}
    ${end !== null && factRow(say.invoice, html`<code>${end}</code>`)}
    ${customer !== null && factRow(say.customer, html`<span data-testid="customer">${customer}</span>`)}
  </dl>`
}

function formatMoment({ config, language }: ShownReceipt, at: Date): string {
  const { day, time } = toLocalTime(config.timeZone, at, language)
  return `${day}, ${time}`
}
