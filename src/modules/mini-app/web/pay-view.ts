import type { Config } from '../../../config.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { makePath } from '../../../web/parts/address.ts'
import { checkIcon, clockIcon, crossIcon } from '../../../web/parts/icons.ts'
import type { Language } from '../../../web/parts/language.ts'
import { type Texts, texts } from '../../../web/parts/texts.ts'
import { codeView } from '../../../web/pay/payment-code-view.ts'
import type { PaymentPageView } from '../../../web/pay/payment-parts.ts'
import { dueCard, renderLiveMain, renderReceivedMoney } from '../../../web/pay/payment-view.ts'
import { preparingPlaceholder } from '../../../web/pay/payment-ways.ts'
import { appTexts } from '../texts/app-texts.ts'

interface Around {
  /** The address of the order's page. */
  order: string
}

/** Renders a payment inside the Mini App: its code and outcome. */
export function payView(page: PaymentPageView, frame: Around): Html {
  const say = texts[page.language]
  return renderLiveMain(page, say, paymentContent(page, frame, say))
}

/** Returns the address of the receipt's picture. */
export function receiptPath(config: Pick<Config, 'baseUrl'>, lang: Language, invoice: string): string {
  return makePath(config, '/pay/receipt.png', { invoice, save: '1', lang })
}

function paymentContent(page: PaymentPageView, around: Around, say: Texts): Html {
  switch (page.payment.phase) {
    case 'preparing':
      return html`<section class="card way">${preparingPlaceholder(say)}</section>`
    case 'payable':
      return html`${dueCard(page, say)}${renderReceivedMoney(page, say.receivedOpen)}
        <section class="card way">${codeView(page, say)}${toChat(page, appTexts[page.language].sameCode)}</section>`
    case 'paid':
      return paidContent(page, around, say)
    default:
      return endedContent(page, around, say)
  }
}

function toChat({ language }: PaymentPageView, sentence: string | null): Html {
  return html`${sentence !== null && html`<p><small>${sentence}</small></p>`}
    <button type="button" class="button quiet" data-close hidden>${appTexts[language].backToChat}</button>`
}

function paidContent(page: PaymentPageView, { order }: Around, say: Texts): Html {
  const { payment, language, config } = page
  const receipt = receiptPath(config, language, payment.invoiceId)
  return html`<section class="card outcome">
    <span class="seal">${checkIcon}</span>
    <h2 data-testid="outcome">${say.paidTitle}</h2>
    <p class="amount">${formatRupiah(payment.paidAmount ?? payment.finalAmount)}</p>
    <p>${say.paidText(payment.merchantName)}</p>
    ${renderReceivedMoney(page, say.receivedMore)}
    <a class="button" href="${order}" data-main>${appTexts[language].toOrder}</a>
    <a class="button quiet" href="${receipt}" download>${appTexts[language].receipt}</a>
    ${toChat(page, null)}
  </section>`
}

function endedContent(page: PaymentPageView, { order }: Around, say: Texts): Html {
  const { phase } = page.payment
  const isCancelled = phase === 'cancelled'
  const title = { overdue: say.overdueTitle, cancelled: say.cancelledTitle, expired: say.expiredTitle }
  const again = html`<form method="post" action="${order}">
    <button class="button" data-main>${appTexts[page.language].newCode}</button></form>`
  const isPayable = phase === 'expired' && page.order?.status === 'pending'
  return html`<section class="card outcome">
    <span class="seal">${isCancelled ? crossIcon : clockIcon}</span>
    <h2 data-testid="outcome">${title[phase as keyof typeof title]}</h2>
    <p class="stop">${isCancelled ? say.cancelledText : phase === 'overdue' ? say.overdueText : say.expiredCode}</p>
    ${renderReceivedMoney(page, say.receivedEnded)}
    ${isPayable && again}
    <a class="button quiet" href="${order}">${appTexts[page.language].toOrder}</a>
  </section>`
}
