import { listConnections } from '../../../connections/list-connections.ts'
import { type Html, html } from '../../../lib/html.ts'
import { connectorName } from '../../../methods/connector-names.ts'
import { mayDo } from '../../../people/membership.ts'
import { commonTexts } from '../../parts/common-texts.ts'
import type { Language } from '../../parts/language.ts'
import { page } from '../../parts/page.ts'
import { connectionForms } from './connection-fields.ts'
import { connectionTexts } from './connection-texts.ts'

/** The account's connections in the mode that is looked at, and what can be connected. */
export const connectionsPage = page({
  path: '/dashboard/connections',
  role: 'read',
  async load(app, { account, mode }) {
    const connections = await listConnections(app, account.id)
    return connections.filter(one => one.mode === mode)
  },
  view({ language, visit, loaded: connections, to }) {
    const say = connectionTexts[language]
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
${mayDo(visit.account.role, 'settings') && html`<section class="card"><h2>${say.add}</h2><ul class="doors">${Object.keys(connectionForms).map(connector => html`<li><a href="${to(`/dashboard/connections/add/${connector}`)}"><b>${say.kinds[connector]![0]}</b><small>${say.kinds[connector]![1]}</small></a></li>`)}</ul></section>`}`,
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
