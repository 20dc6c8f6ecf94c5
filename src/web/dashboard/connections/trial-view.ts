import type { ConnectionTrial } from '../../../connections/try-connection.ts'
import { html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { App } from '../../../needs.ts'
import { card, linkButton } from '../../parts/card.ts'
import { failureView } from '../../parts/failure-view.ts'
import { banner } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'
import { formatMoment } from '../../parts/moment.ts'
import type { View } from '../../parts/page.ts'
import { exchangeView } from './exchange-view.ts'
import { traceTexts } from './trace-texts.ts'

/** The amount of a trial started by a button. */
export const trialAmount = 1000

/** Renders each step of a trial with the provider's own messages. */
export function trialView(app: App, language: Language, { connectionId, trial }: ShownTrial): View {
  const say = traceTexts[language]
  const { steps, openUntil } = trial
  const cards = steps.map(({ name, failure, exchanges }) =>
    card(
      say.steps[name],
      html`${failure === null ? banner('done', say.done) : banner('stop', failureView(failure, language))}
        ${exchanges.map(exchange => exchangeView(exchange, language))}`,
    ),
  )
  return {
    title: say.trialTitle,
    body: html`<h1>${say.trialTitle}</h1>
      <p>${say.trialText(formatRupiah(trialAmount))}</p>
      ${cards}
      ${openUntil && html`<p>${say.openUntil(formatMoment(app, language, openUntil))}</p>`}
      ${linkButton(`${app.config.baseUrl}/dashboard/connections/${connectionId}`, say.back, 'quiet')}`,
  }
}

interface ShownTrial {
  connectionId: number
  trial: ConnectionTrial
}
