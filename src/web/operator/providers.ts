import { z } from 'zod'
import { Bridge } from '../../accounts/bridge.ts'
import { Connection } from '../../accounts/connection.ts'
import { setBridge } from '../../accounts/set-bridge.ts'
import { modes } from '../../database/scope.ts'
import { html } from '../../lib/html.ts'
import { commonTexts } from '../common-texts.ts'
import { actButton, choice, field, refusedBanner } from '../forms.ts'
import { page } from '../page.ts'
import { operatorTexts } from './operator-texts.ts'

/** The operator's own connections, and the bridges that sign in to wallets and banks. Keys are never shown again. */
export const operatorProvidersPage = page({
  path: '/operator/providers',
  role: 'operator',
  load: async app => ({
    own: await app
      .em('installation')
      .find(Connection, { account: { isOperator: true }, removedAt: null }, { orderBy: { id: 'asc' } }),
    bridges: await app.em('installation').find(Bridge, {}, { orderBy: { connector: 'asc', mode: 'asc' } }),
  }),
  view({ app, language, loaded: { own, bridges }, refusal, given, fieldErrors: errors }) {
    const say = operatorTexts[language]
    const { nothing } = commonTexts[language]
    const steps = Object.values(app.connectors).filter(({ connect }) => connect)
    const state = ({ isActive, failingSince }: Connection) =>
      isActive
        ? html`<span class="status ${failingSince ? 'bad' : 'good'}">${failingSince ? say.failingState : say.works}</span>`
        : html`<span class="status">${say.isOff}</span>`
    return {
      title: say.providers,
      body: html`<h1>${say.providers}</h1><p>${say.providersText}</p>${refusedBanner({ language, refusal, labels: { url: say.address, key: say.key } })}
<section class="card"><h2>${say.own}</h2>${own.length === 0 ? html`<p>${nothing}</p>` : html`<ul class="rows">${own.map(one => html`<li><span><b>${one.label}</b><small>${one.connector} · ${say.modes[one.mode]} · ${one.failingError}</small></span>${state(one)}</li>`)}</ul>`}</section>
<section class="card"><h2>${say.bridges}</h2>${bridges.length === 0 ? html`<p>${nothing}</p>` : html`<ul class="rows">${bridges.map(({ connector, mode, baseUrl }) => html`<li><span><b>${connector}</b><small>${say.modes[mode]} · ${baseUrl}</small></span></li>`)}</ul>`}</section>
<section class="card"><h2>${say.bridgeSet}</h2><form method="post">${choice({ name: 'connector', label: say.kind, value: given.connector, options: steps.map(({ id }) => [id, id]) })}${choice({ name: 'mode', label: say.mode, value: given.mode, options: modes.map(mode => [mode, say.modes[mode]]) })}
${field({ name: 'url', label: say.address, type: 'url', value: given.url, maxlength: 2048, errors })}${field({ name: 'key', label: say.key, type: 'password', autocomplete: 'off', maxlength: 500, errors })}${actButton('bridge', say.save)}</form></section>`,
    }
  },
  act: {
    bridge: {
      isSecret: true,
      audited: 'bridge.set',
      fields: z.object({
        connector: z.string().max(50),
        mode: z.enum(modes),
        url: z.string().max(4000),
        key: z.string().max(1000),
      }),
      async run(app, _visit, { connector, mode, url, key }) {
        await setBridge(app, { connector, mode, baseUrl: url, key })
        return { done: 'saved', noted: { subject: `bridge ${connector}`, detail: { mode, url } } }
      },
    },
  },
})
