import { z } from 'zod'
import { Account } from '../../accounts/account.ts'
import { replaceCredentials } from '../../connecting/replace-credentials.ts'
import { Bridge } from '../../connections/bridge.ts'
import { Connection } from '../../connections/connection.ts'
import { createConnection } from '../../connections/create-connection.ts'
import { setBridge } from '../../connections/set-bridge.ts'
import { connectorName } from '../../connectors/connector-name.ts'
import { modes } from '../../database/scope.ts'
import type { Html } from '../../lib/html.ts'
import { html } from '../../lib/html.ts'
import { Refusal, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { card, chip } from '../parts/card.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { failureView } from '../parts/failure-view.ts'
import { actButton, area, choice, field, hidden, refusedBanner } from '../parts/forms.ts'
import type { Shown } from '../parts/page.ts'
import { page } from '../parts/page.ts'
import { entry, rowList } from '../parts/table.ts'
import type { Person } from '../parts/visit.ts'
import { actingOf } from '../parts/visit.ts'
import { type OperatorTexts, operatorTexts } from './operator-texts.ts'

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
  view(shown: ShownProviders) {
    const { language, loaded, refusal } = shown
    const { own, bridges } = loaded
    const say = operatorTexts[language]
    const { nothing } = commonTexts[language]
    const labels = {
      url: say.address,
      key: say.key,
      credentials: say.credentials,
      connector: say.kind,
      label: say.label,
    }
    const bridgeRows = bridges.map(({ connector, mode, baseUrl }) => {
      const details = `${say.modes[mode]} · ${baseUrl}`
      return html`<li>${entry(connectorName(language, connector), details)}</li>`
    })
    return {
      title: say.providers,
      body: html`
        <h1>${say.providers}</h1>
        <p>${say.providersText}</p>
        ${refusedBanner({ language, refusal, labels })}
        ${card(
          say.own,
          rowList(
            own.map(one => connectionRows(shown, one)),
            nothing,
          ),
        )}
        ${card(say.addConnection, connectionForm(shown))}
        ${card(say.bridges, rowList(bridgeRows, nothing))}
        ${card(say.bridgeSet, bridgeForm(shown))}`,
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

type ShownProviders = Shown<Person, object, { own: Connection[]; bridges: Bridge[] }>

/** A connection of the operator's, and below it the form for its new keys. */
function connectionRows({ language, fieldErrors: errors }: ShownProviders, connection: Connection): Html {
  const say = operatorTexts[language]
  const { id, label, connector, mode } = connection
  const failure = connection.failure()
  const reason = failure && html`<br>${failureView(failure, language)}`
  const details = html`${connectorName(language, connector)} · ${say.modes[mode]}${reason}`
  const credentials = area({
    name: 'credentials',
    id: `credentials-${id}`,
    label: say.credentials,
    hint: say.credentialsHint,
    errors,
    maxlength: 20_000,
  })
  return html`<li>${entry(label, details)}${stateOf(connection, say)}</li>
    <li>
      <details>
        <summary>${say.replaceKeys}: ${label}</summary>
        <form method="post">
          ${hidden('connection', id)}${credentials}${actButton('keys', say.replaceKeys, 'quiet')}
        </form>
      </details>
    </li>`
}

function stateOf({ isActive, failingSince }: Connection, say: OperatorTexts): Html {
  if (!isActive) return chip('', say.isOff)
  return failingSince ? chip('bad', say.failingState) : chip('good', say.works)
}

function connectionForm({ app, language, given, fieldErrors: errors }: ShownProviders): Html {
  const say = operatorTexts[language]
  const chargers = Object.values(app.connectors).filter(({ charge }) => charge)
  const kinds = chargers.map(({ id }) => [id, connectorName(language, id)] as const)
  const kind = { name: 'connector', id: 'new-connector', label: say.kind, value: given.connector }
  const credentials = { name: 'credentials', id: 'new-credentials', label: say.credentials, maxlength: 20_000 }
  return html`<form method="post">
    ${choice({ ...kind, options: kinds })}
    ${choice({ name: 'mode', id: 'new-mode', label: say.mode, value: given.mode, options: modeOptions(say) })}
    ${field({ name: 'label', label: say.label, value: given.label, maxlength: 100, errors })}
    ${area({ ...credentials, errors })}
    ${actButton('add', say.save)}
  </form>`
}

function bridgeForm({ app, language, given, fieldErrors: errors }: ShownProviders): Html {
  const say = operatorTexts[language]
  const stepwise = Object.values(app.connectors).filter(({ connect }) => connect)
  const kinds = stepwise.map(({ id }) => [id, connectorName(language, id)] as const)
  const key = { name: 'key', label: say.key, autocomplete: 'off', maxlength: 500, errors }
  return html`<form method="post">
    ${choice({ name: 'connector', label: say.kind, value: given.connector, options: kinds })}
    ${choice({ name: 'mode', label: say.mode, value: given.mode, options: modeOptions(say) })}
    ${field({ name: 'url', label: say.address, type: 'url', value: given.url, maxlength: 2048, errors })}
    ${field({ ...key, type: 'password' })}
    ${actButton('bridge', say.save)}
  </form>`
}

function modeOptions(say: OperatorTexts) {
  return modes.map(mode => [mode, say.modes[mode]] as const)
}
