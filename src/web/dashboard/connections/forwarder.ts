import { openForwarder } from '../../../connections/open-forwarder.ts'
import { Html, html } from '../../../lib/html.ts'
import { qrSvg } from '../../../qris/picture.ts'
import { page } from '../../parts/page.ts'
import { ConnectionInput } from './connection.ts'
import { connectionTexts } from './connection-texts.ts'

/** What a phone needs to forward notifications here, as a QR and in words. */
export const forwarderPage = page({
  path: '/dashboard/connections/:connection/forwarder',
  role: 'settings',
  isSecret: true,
  input: ConnectionInput,
  load: (app, { scope }, { connection: id }) => openForwarder(app, scope, id),
  view({ app, language, loaded, input, to }) {
    const say = connectionTexts[language]
    const { label, connector, address: url, dialect, secret, token, pin, apps, heartbeatS } = loaded
    const formats = app.connectors[connector].texts[language].choices?.dialect
    const scanned = {
      url,
      dialect,
      secret,
      ...(token === null ? {} : { token, pin }),
      ...(heartbeatS === null ? {} : { heartbeat_s: heartbeatS }),
    }
    const told: [name: string, value: string | null][] = [
      [say.address, url],
      [say.dialect, formats?.[dialect] ?? dialect],
      [say.secret, secret],
      [say.token, token],
      [say.pin, pin],
    ]
    return {
      title: say.forwarderTitle,
      body: html`<p class="trail"><a href="${to(`/dashboard/connections/${input.connection}`)}">${label}</a></p><h1>${say.forwarderTitle}</h1><p>${say.forwarderText}</p>
<div class="pair"><section class="card"><div class="qr-small">${new Html(qrSvg(JSON.stringify(scanned)))}</div></section>
<section class="card"><dl>${told.map(([name, value]) => value !== null && html`<div><dt>${name}</dt><dd><code>${value}</code></dd></div>`)}
<div><dt>${say.heartbeats}</dt><dd>${heartbeatS === null ? say.none : say.everyS(heartbeatS)}</dd></div>
<div><dt>${say.apps}</dt><dd>${apps.join(', ')}</dd></div></dl></section></div>`,
    }
  },
})
