import { findConnection } from '../../../connections/find-connection.ts'
import { openTrace } from '../../../connections/trace/open-trace.ts'
import { startTrace } from '../../../connections/trace/start-trace.ts'
import { html } from '../../../lib/html.ts'
import { backLink, card } from '../../parts/card.ts'
import { actButton, inlineForm } from '../../parts/forms.ts'
import { formatMoment } from '../../parts/moment.ts'
import { definePage } from '../../parts/page.ts'
import { makeUserActor } from '../../parts/visit.ts'
import { ConnectionInput } from './connection.ts'
import { exchangeView } from './exchange-view.ts'
import { traceTexts } from './trace-texts.ts'

/** The recorded exchanges of one connection, for owner and finance; opening them is audited. */
export const tracePage = definePage({
  path: '/dashboard/connections/:connection/trace',
  role: 'money',
  input: ConnectionInput,
  async load(app, visit, { connection: connectionId }) {
    const { connection } = await findConnection(app, visit.scope, connectionId)
    return { connection, trace: await openTrace(app, visit.account.id, connectionId, makeUserActor(visit)) }
  },
  view({ app, language, loaded: { connection, trace }, to }) {
    const say = traceTexts[language]
    const { left, exchanges } = trace
    const start = actButton('start', left > 0 || exchanges.length > 0 ? say.restart : say.start)
    const rows = exchanges.map(one => exchangeView(one, language, formatMoment(app, language, one.at, 'exact')))
    const recorded = html`${rows}<p><small>${say.audited}</small></p>`
    return {
      title: say.title,
      body: html`
        ${backLink(to(`/dashboard/connections/${connection.id}`), connection.label)}
        <h1>${say.title}</h1>
        ${card(null, html`<p>${say.text}</p>${left > 0 && html`<p>${say.left(left)}</p>`}${inlineForm({}, start)}`)}
        ${card(null, rows.length === 0 ? html`<p>${say.none}</p>` : recorded)}`,
    }
  },
  act: {
    start: {
      role: 'money',
      async run(app, visit, _fields, { connection: connectionId }) {
        await findConnection(app, visit.scope, connectionId)
        await startTrace(app, visit.account.id, connectionId, makeUserActor(visit))
        return { done: 'saved' }
      },
    },
  },
})
