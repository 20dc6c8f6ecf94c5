import { z } from 'zod'
import { Account } from '../../accounts/account.ts'
import { createConnection } from '../../connections/create-connection.ts'
import { type ConnectorId, connectors } from '../../connectors/index.ts'
import { modes } from '../../database/scope.ts'
import { html } from '../../lib/html.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { renderConnectRefusal } from '../dashboard/connections/connect.ts'
import {
  connectionFields,
  labelMax,
  listFieldLabels,
  NewConnectionFields,
  readNewConnection,
} from '../dashboard/connections/connection-fields.ts'
import { backLink, narrowCard } from '../parts/card.ts'
import { actButton, field, selectField } from '../parts/forms.ts'
import { definePage } from '../parts/page.ts'
import { makeUserActor } from '../parts/visit.ts'
import { operatorTexts } from './operator-texts.ts'

const Input = z.object({ connector: z.enum(Object.keys(connectors) as [ConnectorId, ...ConnectorId[]]) })

/** Adds a connection of the operator, with the fields that its connector declares. */
export const operatorProviderNewPage = definePage({
  path: '/operator/providers/add/:connector',
  role: 'operator',
  input: Input,
  async load(app, _visit, { connector }) {
    const kind = app.connectors[connector]
    if (!kind.charge) throw new Refusal('not_found', 'The operator has connections that make codes')
    return kind
  },
  view({ language, loaded: kind, given, refusal, fieldErrors, to }) {
    const say = operatorTexts[language]
    const { name, about } = kind.texts[language]
    const labels = { ...listFieldLabels(kind, language), label: say.label, mode: say.mode }
    const options = modes.map(mode => [mode, say.modes[mode]] as const)
    const label = { name: 'label', label: say.label, hint: say.labelHint, value: given.label ?? name }
    return {
      title: name,
      body: html`
        ${backLink(to('/operator/providers'), say.providers)}
        ${narrowCard(
          name,
          html`<p>${about}</p>
            ${renderConnectRefusal({ language, refusal, labels })}
            <form method="post" novalidate>
              ${field({ ...label, maxlength: labelMax, errors: fieldErrors })}
              ${selectField({ name: 'mode', label: say.mode, value: given.mode, options })}
              ${connectionFields(kind, { language, given, fieldErrors })}
              ${actButton('add', say.save)}
            </form>`,
        )}`,
    }
  },
  act: {
    add: {
      isSecret: true,
      fields: NewConnectionFields.and(z.object({ mode: z.enum(modes) })),
      async run(app, visit, { mode, ...given }, { connector }) {
        const { label, fields: credentials } = readNewConnection(app.connectors[connector], given)
        const request = { accountId: await requireOperatorId(app), connector, mode, label, credentials }
        await createConnection(app, request, makeUserActor(visit))
        return { to: '/operator/providers', done: 'connected' }
      },
    },
  },
})

/** Returns the account whose connections serve all others; refuses `not_found` if it does not exist yet. */
export async function requireOperatorId(app: Needs<'em'>): Promise<number> {
  const operator = await app.em('installation').findOne(Account, { isOperator: true })
  if (!operator) throw new Refusal('not_found', 'There is no account of the operator yet: account add NAME --operator')
  return operator.id
}
