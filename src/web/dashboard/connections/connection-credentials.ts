import { replaceCredentials } from '../../../connecting/replace-credentials.ts'
import { type FoundConnection, findConnection } from '../../../connections/find-connection.ts'
import { readCredentials } from '../../../connectors/read-credentials.ts'
import type { StoredAccount } from '../../../connectors/stored-account.ts'
import { wizardTexts } from '../../../doctor/wizard-texts.ts'
import { html } from '../../../lib/html.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { backLink, narrowCard } from '../../parts/card.ts'
import { actButton } from '../../parts/forms.ts'
import { definePage, type View, type ViewContext } from '../../parts/page.ts'
import { makeUserActor } from '../../parts/visit.ts'
import { findNextPage, renderConnectRefusal } from './connect.ts'
import { ConnectionInput } from './connection.ts'
import { connectionFields, listFieldLabels, NewConnectionFields } from './connection-fields.ts'
import { connectionTexts } from './connection-texts.ts'
import { renderKeySteps } from './key-steps.ts'

/** Sets new credentials for an otherwise unchanged connection, such as a key after the old one was revoked. */
export const connectionCredentialsPage = definePage({
  path: '/dashboard/connections/:connection/credentials',
  role: 'settings',
  isSecret: true,
  input: ConnectionInput,
  async load(app, { scope }, { connection: id }) {
    const foundConnection = await findConnection(app, scope, id)
    if (app.connectors[foundConnection.connection.connector].connect)
      throw new Refusal('not_found', 'It is connected in steps')
    return foundConnection
  },
  view(view) {
    const { connection } = view.loaded
    const say = connectionTexts[view.language]
    const text = `${say.replaceText} ${wizardTexts[view.language].accountStays(view.loaded.receivingAccount)}`
    const words = { title: say.replace, text, button: say.replaceButton }
    return credentialsView(view, words, [view.to(`/dashboard/connections/${connection.id}`), connection.label])
  },
  act: {
    replace: {
      isSecret: true,
      fields: NewConnectionFields,
      async run(app, visit, values, { connection: connectionId }) {
        const { connection } = await findConnection(app, visit.scope, connectionId)
        const kind = app.connectors[connection.connector]
        const credentials = readCredentials(kind, values)
        const replacement = { connectionId, credentials, isFromForm: true }
        await replaceCredentials(app, visit.account.id, replacement, makeUserActor(visit))
        return { to: `/dashboard/connections/${connectionId}${findNextPage(kind)}`, done: 'saved' }
      },
    },
  },
})

export type LoadedCredentials = FoundConnection

type ShownCredentials = Pick<
  ViewContext<object, unknown, LoadedCredentials>,
  'app' | 'language' | 'loaded' | 'given' | 'refusal' | 'fieldErrors'
>

/** Renders the form for new credentials, with the unchanged values filled in. */
export function credentialsView(
  { app, language, loaded, given, refusal, fieldErrors }: ShownCredentials,
  { title, text, button }: { title: string; text: string; button: string },
  back: [address: string, text: string],
): View {
  const kind = app.connectors[loaded.connection.connector]
  const { keeps = [] } = kind
  const form = kind.form.map(one => (keeps.includes(one.name) ? { ...one, isOptional: true } : one))
  const mayStay = form.some(({ name }) => keeps.includes(name))
  const preset = kind.known?.(toStoredAccount(loaded)) ?? {}
  return {
    title,
    body: html`
      ${backLink(...back)}
      ${narrowCard(
        title,
        html`<p>${text}${mayStay && ` ${wizardTexts[language].emptyStays}`}</p>
          ${renderKeySteps(kind, language)}
          ${renderConnectRefusal({ language, refusal, labels: listFieldLabels(kind, language) })}
          <form method="post" novalidate>
            ${connectionFields({ ...kind, form }, { language, given: { ...preset, ...given }, fieldErrors })}
            ${actButton('replace', button)}
          </form>`,
      )}`,
  }
}

function toStoredAccount({ connection: { method, details }, receivingAccount }: FoundConnection): StoredAccount {
  return { receivingAccount, method, merchantId: details.mid ?? '' }
}
