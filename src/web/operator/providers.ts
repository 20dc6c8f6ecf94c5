import { z } from 'zod'
import { Bridge } from '../../connections/bridge.ts'
import { Connection } from '../../connections/connection.ts'
import { Reading } from '../../connections/reading.ts'
import { setBridge } from '../../connections/set-bridge.ts'
import { findConnectorName } from '../../connectors/connector-name.ts'
import { modes } from '../../database/scope.ts'
import type { Html } from '../../lib/html.ts'
import { html } from '../../lib/html.ts'
import { card, chip } from '../parts/card.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { failureView } from '../parts/failure-view.ts'
import { actButton, field, refusedBanner, selectField } from '../parts/forms.ts'
import type { ViewContext } from '../parts/page.ts'
import { definePage } from '../parts/page.ts'
import { rowEntry, rowList } from '../parts/table.ts'
import type { Person } from '../parts/visit.ts'
import { makeUserActor } from '../parts/visit.ts'
import { type OperatorTexts, operatorTexts } from './operator-texts.ts'

/** The operator's own connections, and the bridges that sign in to wallets and banks. Keys are never shown again. */
export const operatorProvidersPage = definePage({
  path: '/operator/providers',
  role: 'operator',
  load: async app => ({
    own: await app
      .em('installation')
      .find(Connection, { account: { isOperator: true }, removedAt: null }, { orderBy: { id: 'asc' } }),
    unreported: await app
      .em('shared')
      .find(Reading, { connection: { account: { isOperator: true } }, reportedAt: null }),
    bridges: await app.em('installation').find(Bridge, {}, { orderBy: { connector: 'asc', mode: 'asc' } }),
  }),
  view(view: ShownProviders) {
    const { language, loaded, refusal } = view
    const { own, bridges } = loaded
    const say = operatorTexts[language]
    const { nothing } = commonTexts[language]
    const labels = { url: say.address, key: say.key, connector: say.kind }
    const bridgeRows = bridges.map(({ connector, mode, baseUrl }) => {
      const details = `${say.modes[mode]} · ${baseUrl}`
      return html`<li>${rowEntry(findConnectorName(language, connector), details)}</li>`
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
            own.map(one => connectionRow(view, one)),
            nothing,
          ),
        )}
        ${card(say.addConnection, kindsToAdd(view))}
        ${card(say.bridges, rowList(bridgeRows, nothing))}
        ${card(say.bridgeSet, bridgeForm(view))}`,
    }
  },
  act: {
    bridge: {
      isSecret: true,
      fields: z.object({
        connector: z.string().max(50),
        mode: z.enum(modes),
        url: z.string().max(4000),
        key: z.string().max(1000),
      }),
      async run(app, visit, { connector, mode, url, key }) {
        await setBridge(app, { connector, mode, baseUrl: url, key }, makeUserActor(visit))
        return { done: 'saved' }
      },
    },
  },
})

type ShownProviders = ViewContext<Person, object, { own: Connection[]; unreported: Reading[]; bridges: Bridge[] }>

/** Renders a connection of the operator, with a link to change its keys. */
function connectionRow({ app, language, loaded, to }: ShownProviders, connection: Connection): Html {
  const say = operatorTexts[language]
  const { id, label, connector, mode } = connection
  const failure = connection.failure()
  const reason = failure && html`<br>${failureView(failure, language)}`
  const details = html`${findConnectorName(language, connector)} · ${say.modes[mode]}${reason}`
  const needsPhone = app.connectors[connector].traits.needsForwarder === true
  const isUnreported = needsPhone && loaded.unreported.some(reading => reading.connection.id === id)
  const address = to(`/operator/providers/${id}/credentials`)
  const keys = html`<a class="button quiet" href="${address}" aria-label="${say.replaceKeys}: ${label}">
    ${say.replaceKeys}</a>`
  const state = stateChip({ ...connection, isUnreported }, say)
  return html`<li>${rowEntry(label, details)}<span class="facts">${state}${keys}</span></li>`
}

function stateChip(
  { isActive, failingSince, isUnreported }: Pick<Connection, 'isActive' | 'failingSince'> & { isUnreported: boolean },
  say: OperatorTexts,
): Html {
  if (!isActive) return chip('', say.isOff)
  if (failingSince) return chip('bad', say.failingState)
  return isUnreported ? chip('wait', say.neverReported) : chip('good', say.works)
}

/** Renders the kinds that create codes, which are those useful for the operator. */
function kindsToAdd({ app, language, to }: ShownProviders): Html {
  const say = operatorTexts[language]
  const chargers = Object.values(app.connectors).filter(({ charge }) => charge)
  const rows = chargers.map(({ id, texts }) => {
    const { name } = texts[language]
    const address = to(`/operator/providers/add/${id}`)
    return html`<li><a href="${address}"><b>${name}</b><small>${say.ownAt(name)}</small></a></li>`
  })
  return html`<ul class="rows">${rows}</ul>`
}

function bridgeForm({ app, language, given, fieldErrors: errors }: ShownProviders): Html {
  const say = operatorTexts[language]
  const stepwise = Object.values(app.connectors).filter(({ connect }) => connect)
  const kinds = stepwise.map(({ id }) => [id, findConnectorName(language, id)] as const)
  const key = { name: 'key', label: say.key, autocomplete: 'off', maxlength: 500, errors }
  return html`<form method="post" novalidate>
    ${selectField({ name: 'connector', label: say.kind, value: given.connector, options: kinds })}
    ${selectField({ name: 'mode', label: say.mode, value: given.mode, options: modeOptions(say) })}
    ${field({ name: 'url', label: say.address, type: 'url', value: given.url, maxlength: 2048, errors })}
    ${field({ ...key, type: 'password' })}
    ${actButton('bridge', say.save)}
  </form>`
}

function modeOptions(say: OperatorTexts) {
  return modes.map(mode => [mode, say.modes[mode]] as const)
}
