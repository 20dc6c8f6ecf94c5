import type { Config } from '../../config.ts'
import type { Explanation } from '../../doctor/explain-payment.ts'
import { payerLookTexts } from '../../doctor/explanation-texts.ts'
import { formatExplanation } from '../../doctor/format-explanation.ts'
import { type Html, html } from '../../lib/html.ts'
import { toLocalTime } from '../../lib/wall-clock.ts'
import type { PaymentView } from '../../payments/view-payment.ts'
import { makePath } from '../parts/address.ts'
import type { Language } from '../parts/language.ts'
import type { Texts } from '../parts/texts.ts'

interface CheckView {
  config: Pick<Config, 'baseUrl' | 'timeZone'>
  language: Language
  payment: PaymentView & { way: string | null }
  /** Set if the payer asked why it is not paid. */
  explanation: Explanation | null
  silence: Explanation['silence']
}

/**
 * Renders "Saya sudah bayar", "Kenapa belum lunas?", and the answer to either. Plain forms and links, for browsers
 * without a script.
 */
export function renderPaymentCheck(view: CheckView, t: Texts): Html {
  const { config, language, payment, explanation } = view
  const here = { invoice: payment.invoiceId, lang: language, ...(payment.way ? { way: payment.way } : {}) }
  const isOpen = payment.phase === 'payable' || payment.phase === 'overdue'
  const why = `${makePath(config, '/pay', { ...here, why: '1' })}#check`
  const button = html`<button class="button quiet" data-testid="paid-already">${t.paidAlready}</button>`
  return html`<div class="check" id="check">
    ${explanation ? answerCard(view, explanation) : uncheckedNotice(view)}
    <div class="beside">
      ${isOpen && html`<form method="post" action="${makePath(config, '/pay/check', here)}">${button}</form>`}
      ${!explanation && html`<a href="${why}" data-testid="why">${isOpen ? t.whyNotPaid : t.paidAnyway}</a>`}
    </div>
  </div>`
}

/** Renders a warning that nothing can change the page automatically, even before the payer asks for a check. */
function uncheckedNotice({ config, language, payment, silence }: CheckView): Html | null {
  if (!silence || (silence.reportedAt !== null && payment.phase === 'payable')) return null
  const since = silence.reportedAt && formatMoment(config, language, silence.reportedAt)
  const sentence = payerLookTexts[language]({ checked: null, silence: { since } })
  return html`<p class="warning" role="status" data-testid="unchecked">${sentence}</p>`
}

function formatMoment({ timeZone }: CheckView['config'], language: Language, date: Date): string {
  const { day, time } = toLocalTime(timeZone, date, language)
  return `${day}, ${time}`
}

function answerCard({ config, language, payment }: CheckView, explanation: Explanation): Html {
  const { is, next } = formatExplanation(explanation, {
    who: 'payer',
    language,
    moment: date => formatMoment(config, language, date),
    merchant: payment.merchantName,
  })
  const marks = html`data-testid="explanation" data-verdict="${explanation.verdict}"`
  return html`<p class="warning" role="status" ${marks}><b>${is}</b> ${next}</p>`
}
