import type { Config } from '../../config.ts'
import type { Explanation } from '../../doctor/explain-payment.ts'
import { formatExplanation } from '../../doctor/format-explanation.ts'
import { type Html, html } from '../../lib/html.ts'
import { onTheWall } from '../../lib/wall-clock.ts'
import type { PaymentView } from '../../payments/view-payment.ts'
import { pathTo } from '../parts/address.ts'
import type { Language } from '../parts/language.ts'
import type { Texts } from '../parts/texts.ts'

interface Asked {
  config: Pick<Config, 'baseUrl' | 'timeZone'>
  language: Language
  payment: PaymentView & { way: string | null }
  /** Set if the payer asked for the reason that it is not paid. */
  explanation: Explanation | null
}

/**
 * "Saya sudah bayar", "Kenapa belum lunas?", and the answer to either. Plain forms and links, for browsers without a
 * script.
 */
export function paidAlready(asked: Asked, say: Texts): Html {
  const { config, language, payment, explanation } = asked
  const here = { invoice: payment.invoiceId, lang: language, ...(payment.way ? { way: payment.way } : {}) }
  const isOpen = payment.phase === 'payable' || payment.phase === 'overdue'
  const why = `${pathTo(config, '/pay', { ...here, why: '1' })}#check`
  const button = html`<button class="button quiet" data-testid="paid-already">${say.paidAlready}</button>`
  return html`<div class="check" id="check">
    ${explanation && answer(asked, explanation)}
    <div class="beside">
      ${isOpen && html`<form method="post" action="${pathTo(config, '/pay/check', here)}">${button}</form>`}
      ${!explanation && html`<a href="${why}" data-testid="why">${isOpen ? say.whyNotPaid : say.paidAnyway}</a>`}
    </div>
  </div>`
}

function answer({ config, language, payment }: Asked, explanation: Explanation): Html {
  const moment = (date: Date) => {
    const { day, time } = onTheWall(config.timeZone, date, language)
    return `${day}, ${time}`
  }
  const { is, next } = formatExplanation(explanation, {
    who: 'payer',
    language,
    moment,
    merchant: payment.merchantName,
  })
  const marks = html`data-testid="explanation" data-verdict="${explanation.verdict}"`
  return html`<p class="warning" role="status" ${marks}><b>${is}</b> ${next}</p>`
}
