import type { OutgoingAddress } from '../../../connections/outgoing-address.ts'
import type { Connector } from '../../../connectors/connector.ts'
import { wizardTexts } from '../../../doctor/wizard-texts.ts'
import { type Html, html } from '../../../lib/html.ts'
import { factList } from '../../parts/facts.ts'
import type { Language } from '../../parts/language.ts'

/** Renders three steps to the provider's page that shows its key; nothing if it has none. */
export function renderKeySteps({ keyPage, texts }: Connector, language: Language): Html | null {
  const { name, keySteps: steps } = texts[language]
  if (keyPage === undefined || steps === undefined) return null
  const say = wizardTexts[language]
  const elsewhere = html`href="${keyPage}" target="_blank" rel="noreferrer"`
  const link = html`<a class="button quiet" ${elsewhere}>${say.openKeyPage(name)}</a>`
  return html`<h2>${say.whereIsKey}</h2>
    <ol class="steps">${steps.map(step => html`<li>${step}</li>`)}</ol>
    <p>${link}</p>`
}

/** Returns the facts that a provider requires before it accepts requests from this server. */
export function listCallerFacts(name: string, language: Language, { domain, ip, isGuessed }: OutgoingAddress): Html {
  const say = wizardTexts[language]
  const code = (value: string | null, unknown: string) => (value === null ? unknown : html`<code>${value}</code>`)
  return html`<h2>${say.register(name)}</h2>
    ${factList([
      [say.ip, code(ip, say.ipUnknown)],
      [say.domain, code(domain, say.domainUnknown)],
    ])}
    ${ip !== null && isGuessed && html`<p><small>${say.ipGuessed}</small></p>`}`
}
