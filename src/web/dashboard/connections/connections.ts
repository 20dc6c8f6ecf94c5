import { listConnections } from '../../../connections/list-connections.ts'
import { connectorName } from '../../../connectors/connector-name.ts'
import { type Html, html } from '../../../lib/html.ts'
import { mayDo } from '../../../people/membership.ts'
import { commonTexts } from '../../parts/common-texts.ts'
import type { Language } from '../../parts/language.ts'
import { page } from '../../parts/page.ts'
import { connectionTexts } from './connection-texts.ts'

/** The account's connections in the mode that is looked at, and what can be connected. */
export const connectionsPage = page({
  path: '/dashboard/connections',
  role: 'read',
  async load(app, { account, mode }) {
    const connections = await listConnections(app, account.id)
    return connections.filter(one => one.mode === mode)
  },
  view({ app, language, visit, loaded: connections, to }) {
    const say = connectionTexts[language]
    // The simplest first.
    const kinds = Object.values(app.connectors).toReversed()
    return {
      title: say.title,
      body: html`<h1>${say.title}</h1><p>${say.intro}</p>
<section class="card"><h2>${say.mine}</h2>${
        connections.length === 0
          ? html`<p>${commonTexts[language].nothing}</p>`
          : html`<ul class="rows">${connections.map(
              ({ id, connector, label, ...state }) =>
                html`<li><a href="${to(`/dashboard/connections/${id}`)}"><b>${label}</b>${label !== connectorName(language, connector) && html`<small>${connectorName(language, connector)}</small>`}</a>${connectionStatus(language, state)}</li>`,
            )}</ul>`
      }</section>
${mayDo(visit.account.role, 'settings') && html`<section class="card"><h2>${say.add}</h2><ul class="doors">${kinds.map(({ id, texts }) => html`<li><a href="${to(`/dashboard/connections/add/${id}`)}"><b>${texts[language].name}</b><small>${texts[language].about}</small></a></li>`)}</ul></section>`}`,
    }
  },
})

/** Whether it serves, and whether it works. */
export function connectionStatus(
  language: Language,
  { isActive, failingSince }: { isActive: boolean; failingSince: Date | null },
): Html {
  const say = connectionTexts[language]
  if (!isActive) return html`<span class="status">${say.off}</span>`
  return failingSince
    ? html`<span class="status bad">${say.failing}</span>`
    : html`<span class="status good">${say.on}</span>`
}
