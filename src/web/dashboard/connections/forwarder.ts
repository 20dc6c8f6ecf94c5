import { openForwarder } from '../../../connections/open-forwarder.ts'
import { Html, html } from '../../../lib/html.ts'
import { qrSvg } from '../../../qris/picture.ts'
import { backLink, card } from '../../parts/card.ts'
import { type Fact, factList } from '../../parts/facts.ts'
import type { Language } from '../../parts/language.ts'
import { definePage } from '../../parts/page.ts'
import { ConnectionInput } from './connection.ts'
import { connectionTexts } from './connection-texts.ts'
import { phoneTexts } from './phone-texts.ts'

/** The settings for the phone that forwards notifications, as a QR code and as text. */
export const forwarderPage = definePage({
  path: '/dashboard/connections/:connection/forwarder',
  role: 'settings',
  isSecret: true,
  input: ConnectionInput,
  load: (app, { scope }, { connection: id }) => openForwarder(app, scope, id),
  view({ app, language, loaded, input, to }) {
    const say = connectionTexts[language]
    const {
      label,
      connector,
      address: url,
      dialect,
      secret,
      token,
      pin,
      apps,
      heartbeatS,
      pairingUrl,
      addingUrl,
    } = loaded
    const formats = app.connectors[connector].texts[language].choices?.dialect
    const scanned = {
      url,
      dialect,
      secret,
      ...(token === null ? {} : { token, pin }),
      ...(heartbeatS === null ? {} : { heartbeat_s: heartbeatS }),
    }
    const code = (value: string | null) => value !== null && html`<code>${value}</code>`
    const entries: [name: string, value: Fact[1] | false][] = [
      [say.address, code(url)],
      [say.dialect, code(formats?.[dialect] ?? dialect)],
      [say.secret, code(secret)],
      [say.token, code(token)],
      [say.pin, code(pin)],
      [say.heartbeats, heartbeatS === null ? say.none : say.everyS(heartbeatS)],
      [say.apps, apps.join(', ')],
    ]
    return {
      title: say.forwarderTitle,
      body: html`
        ${backLink(to(`/dashboard/connections/${input.connection}`), label)}
        <h1>${say.forwarderTitle}</h1>
        ${pairingUrl && appCard(language, pairingUrl, to('/forwarder/ways'))}
        ${addingUrl && moreCard(language, addingUrl)}
        <h2>${phoneTexts[language].otherTitle}</h2>
        <p>${say.forwarderText}</p>
        <div class="pair">
          ${card(null, html`<div class="qr-small">${new Html(qrSvg(JSON.stringify(scanned)))}</div>`)}
          ${card(null, factList(entries.map(([name, value]) => [name, value || null])))}
        </div>`,
    }
  },
})

/** Renders the set-up with the shop's own app: the page to open on the phone. */
function appCard(language: Language, pairingUrl: string, ways: string): Html {
  const say = phoneTexts[language]
  return card(
    say.appTitle,
    html`<p>${say.appText}</p>
      <div class="qr-small" data-testid="pairing">${new Html(qrSvg(pairingUrl))}</div>
      <p><a href="${pairingUrl}">${say.open}</a> · <a href="${ways}">${say.ways}</a></p>`,
  )
}

/** Renders the set-up of an additional phone, which does not affect earlier ones. */
function moreCard(language: Language, addingUrl: string): Html {
  const say = phoneTexts[language]
  return card(
    say.moreTitle,
    html`<p>${say.moreText}</p>
      <div class="qr-small" data-testid="adding">${new Html(qrSvg(addingUrl))}</div>
      <p><a href="${addingUrl}">${say.open}</a></p>`,
  )
}
