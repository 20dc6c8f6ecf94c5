import { type Html, html } from '../../../../lib/html.ts'
import { formatRupiah } from '../../../../lib/money.ts'
import { isFullyRefunded } from '../../../../payments/payment.ts'
import { makePath } from '../../../../web/parts/address.ts'
import { checkIcon, clockIcon, crossIcon, leaveIcon } from '../../../../web/parts/icons.ts'
import type { Language } from '../../../../web/parts/language.ts'
import { type Texts, texts } from '../../../../web/parts/texts.ts'
import { codeView } from '../../../../web/pay/payment-code-view.ts'
import type { PaymentPageView } from '../../../../web/pay/payment-parts.ts'
import {
  dueCard,
  renderLiveMain,
  renderPartialRefund,
  renderReceivedMoney,
  renderRefunded,
} from '../../../../web/pay/payment-view.ts'
import { preparingPlaceholder, renderBeforeCode } from '../../../../web/pay/payment-ways.ts'

interface Framed {
  /** The origin of the surrounding page; empty if unknown. */
  parent: string
  thanks: string | null
  /** The address to which the payer continues. */
  onward: URL | null
  /** The bill in the frame, if it can be paid again. */
  again: string | null
}

/**
 * Renders a payment of a bill in a frame: its code and outcome. Everything else is on the payment's own page, to which
 * it links.
 */
export function embedView(view: PaymentPageView, frame: Framed): Html {
  const say = texts[view.language]
  return html`${renderLiveMain(view, say, frameContent(view, frame, say), frame.parent)}`
}

function frameContent(view: PaymentPageView, framed: Framed, say: Texts): Html {
  switch (view.payment.phase) {
    case 'preparing':
      return html`<section class="card way">${preparingPlaceholder(say)}</section>`
    case 'payable': {
      const way = renderBeforeCode(view, say) ?? codeView(view, say)
      return html`${dueCard(view, say)}${renderReceivedMoney(view, say.receivedOpen)}
        <section class="card way">${way}${ownPage(view)}</section>`
    }
    case 'paid':
      return paidContent(view, framed, say)
    default:
      return overContent(view, framed, say)
  }
}

function ownPage({ config, language, payment }: PaymentPageView): Html {
  const address = makePath(config, '/pay', { invoice: payment.invoiceId, lang: language })
  return html`<p><a href="${address}" target="_blank" rel="noopener">${embedTexts[language].ownPage}</a></p>`
}

function paidContent(view: PaymentPageView, { thanks, onward }: Framed, say: Texts): Html {
  const { payment, language } = view
  if (isFullyRefunded(payment)) return html`<section class="card outcome">${renderRefunded(view, say)}</section>`
  const link = html`target="_top" rel="noopener noreferrer"`
  return html`<section class="card outcome">
    <span class="seal">${checkIcon}</span>
    <h2 data-testid="outcome">${say.paidTitle}</h2>
    <p class="amount">${formatRupiah(payment.paidAmount ?? payment.finalAmount)}</p>
    <p>${thanks ?? say.paidText(payment.merchantName)}</p>
    ${renderPartialRefund(view, say)}
    ${onward && html`<a class="button" href="${onward.href}" ${link}>${embedTexts[language].goOn}${leaveIcon}</a>`}
  </section>`
}

function overContent(view: PaymentPageView, { again }: Framed, say: Texts): Html {
  const { phase } = view.payment
  const isCancelled = phase === 'cancelled'
  const another = again !== null && html`<a class="button" href="${again}">${embedTexts[view.language].again}</a>`
  const title = { overdue: say.overdueTitle, cancelled: say.cancelledTitle, expired: say.expiredTitle }
  return html`<section class="card outcome">
    <span class="seal">${isCancelled ? crossIcon : clockIcon}</span>
    <h2 data-testid="outcome">${title[phase as keyof typeof title]}</h2>
    <p class="stop">${isCancelled ? say.cancelledText : phase === 'overdue' ? say.overdueText : say.expiredCode}</p>
    ${renderReceivedMoney(view, say.receivedEnded)}
    ${phase !== 'overdue' && another}
    ${ownPage(view)}
  </section>`
}

interface EmbedTexts {
  ownPage: string
  goOn: string
  again: string
}

const embedTexts: Record<Language, EmbedTexts> = {
  id: { ownPage: 'Buka halaman pembayaran lengkap', goOn: 'Lanjut', again: 'Bayar dengan kode baru' },
  en: { ownPage: 'Open the whole payment page', goOn: 'Go on', again: 'Pay with a new code' },
}
