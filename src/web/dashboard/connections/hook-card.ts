import type { FoundConnection } from '../../../connections/find-connection.ts'
import { buildHookAddress } from '../../../connections/hook-address.ts'
import { writeHookSentences } from '../../../doctor/hook-sentences.ts'
import { wizardTexts } from '../../../doctor/wizard-texts.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { App } from '../../../needs.ts'
import { card, chip } from '../../parts/card.ts'
import { copyButton } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'
import { formatMoment } from '../../parts/moment.ts'
import { connectionTexts } from './connection-texts.ts'

interface Look {
  app: App
  language: Language
  /** The attribute of a part that is updated while the page is open; false if nothing is. */
  watch: Html | false
}

/** Renders the address for the provider's notifications, and a status that turns green with the first verified one. */
export function hookCard({ connection, reportedAt }: FoundConnection, { app, language, watch }: Look): Html | false {
  const say = connectionTexts[language]
  const words = wizardTexts[language]
  const kind = app.connectors[connection.connector]
  const { texts, traits, receive, keyPage } = kind
  if (!traits.makesCodes) return false
  if (!receive) return card(say.hook, html`<p>${texts[language].sendsNoNotifications}</p>`)
  const lamp = reportedAt
    ? chip('good', words.lampOn(formatMoment(app, language, reportedAt)))
    : chip('wait', words.lampOff)
  const address = html`<p><code id="hook">${buildHookAddress(app, connection)}</code></p>`
  const tail = traits.hookPath && html`<p><small>${say.hookTail} <code>${traits.hookPath}</code></small></p>`
  const isByKey = keyPage !== undefined
  const { place, without } = writeHookSentences(language, kind)
  return card(
    say.hook,
    html`<p id="lamp" data-testid="lamp"${watch}>${lamp}</p>
      <p>${isByKey ? place : say.hookText}</p>
      ${address}
      <p>${copyButton(language, 'hook')}</p>
      ${tail}
      ${isByKey && html`<p><small>${without}</small></p>`}`,
  )
}
