import { z } from 'zod'
import { Account } from '../../accounts/account.ts'
import { replaceCredentials } from '../../connecting/replace-credentials.ts'
import { Bridge } from '../../connections/bridge.ts'
import { Connection } from '../../connections/connection.ts'
import { createConnection } from '../../connections/create-connection.ts'
import { setBridge } from '../../connections/set-bridge.ts'
import { connectorName } from '../../connectors/connector-name.ts'
import { modes } from '../../database/scope.ts'
import { html } from '../../lib/html.ts'
import { Refusal, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { failureView } from '../parts/failure-view.ts'
import { actButton, area, choice, field, refusedBanner } from '../parts/forms.ts'
import { page } from '../parts/page.ts'
import { actingOf } from '../parts/visit.ts'
import { operatorTexts } from './operator-texts.ts'

const Credentials = z.object({ credentials: z.string().max(20_000) })

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
    const chargers = Object.values(app.connectors).filter(({ charge }) => charge)
    const steps = Object.values(app.connectors).filter(({ connect }) => connect)
    const named = (connector: string) => connectorName(language, connector)
    const failureOf = (connection: Connection) => {
      const failure = connection.failure()
      return failure && html`<br>${failureView(failure, language)}`
    }
    const state = ({ isActive, failingSince }: Connection) =>
      isActive
        ? html`<span class="status ${failingSince ? 'bad' : 'good'}">${failingSince ? say.failingState : say.works}</span>`
        : html`<span class="status">${say.isOff}</span>`
    return {
      title: say.providers,
      body: html`<h1>${say.providers}</h1><p>${say.providersText}</p>${refusedBanner({ language, refusal, labels: { url: say.address, key: say.key, credentials: say.credentials, connector: say.kind, label: say.label } })}
<section class="card"><h2>${say.own}</h2>${own.length === 0 ? html`<p>${nothing}</p>` : html`<ul class="rows">${own.map(one => html`<li><span><b>${one.label}</b><small>${named(one.connector)} · ${say.modes[one.mode]}${failureOf(one)}</small></span>${state(one)}</li><li><details><summary>${say.replaceKeys}: ${one.label}</summary><form method="post"><input type="hidden" name="connection" value="${one.id}">${area({ name: 'credentials', id: `credentials-${one.id}`, label: say.credentials, hint: say.credentialsHint, errors, maxlength: 20_000 })}${actButton('keys', say.replaceKeys, 'quiet')}</form></details></li>`)}</ul>`}</section>
<section class="card"><h2>${say.addConnection}</h2><form method="post">${choice({ name: 'connector', id: 'new-connector', label: say.kind, value: given.connector, options: chargers.map(({ id }) => [id, named(id)]) })}${choice({ name: 'mode', id: 'new-mode', label: say.mode, value: given.mode, options: modes.map(mode => [mode, say.modes[mode]]) })}${field({ name: 'label', label: say.label, value: given.label, maxlength: 100, errors })}${area({ name: 'credentials', id: 'new-credentials', label: say.credentials, errors, maxlength: 20_000 })}${actButton('add', say.save)}</form></section>
<section class="card"><h2>${say.bridges}</h2>${bridges.length === 0 ? html`<p>${nothing}</p>` : html`<ul class="rows">${bridges.map(({ connector, mode, baseUrl }) => html`<li><span><b>${named(connector)}</b><small>${say.modes[mode]} · ${baseUrl}</small></span></li>`)}</ul>`}</section>
<section class="card"><h2>${say.bridgeSet}</h2><form method="post">${choice({ name: 'connector', label: say.kind, value: given.connector, options: steps.map(({ id }) => [id, named(id)]) })}${choice({ name: 'mode', label: say.mode, value: given.mode, options: modes.map(mode => [mode, say.modes[mode]]) })}
${field({ name: 'url', label: say.address, type: 'url', value: given.url, maxlength: 2048, errors })}${field({ name: 'key', label: say.key, type: 'password', autocomplete: 'off', maxlength: 500, errors })}${actButton('bridge', say.save)}</form></section>`,
    }
  },
  act: {
    keys: {
      isSecret: true,
      fields: Credentials.extend({ connection: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
      async run(app, visit, { connection: connectionId, credentials }) {
        const asked = { connectionId, credentials: parseCredentials(credentials) }
        await replaceCredentials(app, await operatorId(app), asked, actingOf(visit))
        return { done: 'saved' }
      },
    },
    add: {
      isSecret: true,
      fields: Credentials.extend({
        connector: z.string().max(50),
        mode: z.enum(modes),
        label: z.string().trim().min(1).max(100),
      }),
      async run(app, visit, { connector, mode, label, credentials }) {
        const asked = {
          accountId: await operatorId(app),
          connector,
          mode,
          label,
          credentials: parseCredentials(credentials),
        }
        await createConnection(app, asked, actingOf(visit))
        return { done: 'connected' }
      },
    },
    bridge: {
      isSecret: true,
      fields: z.object({
        connector: z.string().max(50),
        mode: z.enum(modes),
        url: z.string().max(4000),
        key: z.string().max(1000),
      }),
      async run(app, visit, { connector, mode, url, key }) {
        await setBridge(app, { connector, mode, baseUrl: url, key }, actingOf(visit))
        return { done: 'saved' }
      },
    },
  },
})

function parseCredentials(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refuseField('credentials', 'are JSON', 'not_json')
  }
}

async function operatorId(app: Needs<'em'>): Promise<number> {
  const operator = await app.em('installation').findOne(Account, { isOperator: true })
  if (!operator) throw new Refusal('not_found', 'There is no account of the operator yet: account add NAME --operator')
  return operator.id
}
