import { listConnections } from '../../../connections/list-connections.ts'
import { findConnectorName } from '../../../connectors/connector-name.ts'
import { type Html, html } from '../../../lib/html.ts'
import { mayDo } from '../../../people/membership.ts'
import { card, chip } from '../../parts/card.ts'
import { commonTexts } from '../../parts/common-texts.ts'
import type { Language } from '../../parts/language.ts'
import { formatMoment } from '../../parts/moment.ts'
import { definePage } from '../../parts/page.ts'
import { rowList } from '../../parts/table.ts'
import { connectionTexts } from './connection-texts.ts'
import { moneyDoorsCard } from './money-doors-view.ts'

/** The account's connections in the current mode, and the kinds that can be added. */
export const connectionsPage = definePage({
  path: '/dashboard/connections',
  role: 'read',
  async load(app, { account, mode }) {
    const connections = await listConnections(app, account.id)
    return connections.filter(one => one.mode === mode)
  },
  view({ app, language, visit, loaded: connections, to }) {
    const say = connectionTexts[language]
    const rows = connections.map(({ id, connector, label, reportedAt, ...state }) => {
      const isUnreported = app.connectors[connector].traits.needsForwarder === true && reportedAt === null
      const name = findConnectorName(language, connector)
      const link = html`<a href="${to(`/dashboard/connections/${id}`)}">
        <b>${label}</b>${label !== name && html`<small>${name}</small>`}
        ${reportedAt && html`<small>${say.lastSignal(formatMoment(app, language, reportedAt))}</small>`}
      </a>`
      return html`<li>${link}${renderConnectionStatus(language, { ...state, isUnreported })}</li>`
    })
    return {
      title: say.title,
      body: html`
        <h1>${say.title}</h1>
        <p>${say.intro}</p>
        ${rows.length > 0 && card(say.mine, rowList(rows, commonTexts[language].nothing))}
        ${mayDo(visit.account.role, 'settings') && moneyDoorsCard(app, { language, to })}`,
    }
  },
})

/** Renders whether a connection serves payments, and whether it works. */
export function renderConnectionStatus(
  language: Language,
  { isActive, failingSince, isUnreported }: { isActive: boolean; failingSince: Date | null; isUnreported: boolean },
): Html {
  const say = connectionTexts[language]
  if (!isActive) return chip('', say.off)
  if (failingSince) return chip('bad', say.failing)
  return isUnreported ? chip('wait', say.neverReportedChip) : chip('good', say.on)
}
