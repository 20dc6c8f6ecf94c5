import type { ExchangeSummary, ExchangeVerdict } from '../../../connections/trace/exchange-summary.ts'
import { wizardTexts } from '../../../doctor/wizard-texts.ts'
import { type Html, html } from '../../../lib/html.ts'
import { type ChipLook, card, chip } from '../../parts/card.ts'
import type { Language } from '../../parts/language.ts'

/** Renders the recent exchanges with a provider, each with its result. */
export function exchangesCard(
  exchanges: readonly ExchangeSummary[],
  language: Language,
  formatTime: (at: Date) => string,
): Html {
  const say = wizardTexts[language]
  const rows = exchanges.map(({ direction, operation, verdict, status, createdAt }) => {
    const way = direction === 'out' ? say.sent : say.received
    const result = [say.verdicts[verdict], status === null ? '' : `HTTP ${status}`].filter(Boolean).join(' · ')
    return html`<li>
      <span><b>${way}</b> <small>${formatTime(createdAt)}</small><br><code>${operation}</code></span>
      ${chip(chooseLook(verdict, status), result)}
    </li>`
  })
  return card(
    say.exchanges,
    rows.length === 0 ? html`<p>${say.noExchanges}</p>` : html`<ul class="rows" data-testid="exchanges">${rows}</ul>`,
  )
}

function chooseLook(verdict: ExchangeVerdict, status: number | null): ChipLook {
  switch (verdict) {
    case 'verified':
      return 'good'
    case 'answered':
      return status !== null && status < 300 ? 'good' : 'wait'
    case 'verified_unknown':
      return ''
    default:
      return 'bad'
  }
}
