import { z } from 'zod'
import { replaceCredentials } from '../../../connecting/replace-credentials.ts'
import { type FoundConnection, findConnection } from '../../../connections/find-connection.ts'
import type { StoredAccount } from '../../../connectors/connector.ts'
import { html } from '../../../lib/html.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { narrowCard, trail } from '../../parts/card.ts'
import { actButton } from '../../parts/forms.ts'
import { page } from '../../parts/page.ts'
import { actingOf } from '../../parts/visit.ts'
import { refusedConnecting } from './connect.ts'
import { ConnectionInput } from './connection.ts'
import { connectionFields, fieldLabels, readConnectionFields } from './connection-fields.ts'
import { connectionTexts } from './connection-texts.ts'

/** New credentials for a connection that stays what it is, such as a key after the old one was revoked. */
export const connectionCredentialsPage = page({
  path: '/dashboard/connections/:connection/credentials',
  role: 'settings',
  isSecret: true,
  input: ConnectionInput,
  async load(app, { scope }, { connection: id }) {
    const found = await findConnection(app, scope, id)
    if (app.connectors[found.connection.connector].connect) throw new Refusal('not_found', 'It is connected in steps')
    return found
  },
  view({ app, language, loaded, given, refusal, fieldErrors, to }) {
    const { connection } = loaded
    const say = connectionTexts[language]
    const kind = app.connectors[connection.connector]
    const labels = fieldLabels(kind, language)
    const known = kind.known?.(storedAccountOf(loaded)) ?? {}
    return {
      title: say.replace,
      body: html`
        ${trail(to(`/dashboard/connections/${connection.id}`), connection.label)}
        ${narrowCard(
          say.replace,
          html`<p>${say.replaceText}</p>
            ${refusedConnecting({ language, refusal, labels })}
            <form method="post">
              ${connectionFields(kind, { language, given: { ...known, ...given }, fieldErrors })}
              ${actButton('replace', say.replaceButton)}
            </form>`,
        )}`,
    }
  },
  act: {
    replace: {
      isSecret: true,
      fields: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.instanceof(Buffer)])),
      async run(app, visit, given, { connection: connectionId }) {
        const { connection } = await findConnection(app, visit.scope, connectionId)
        const kind = app.connectors[connection.connector]
        const credentials = readConnectionFields(kind, given)
        await replaceCredentials(app, visit.account.id, { connectionId, credentials }, actingOf(visit))
        const next = kind.traits.needsForwarder ? '/forwarder' : ''
        return { to: `/dashboard/connections/${connectionId}${next}`, done: 'saved' }
      },
    },
  },
})

function storedAccountOf({ connection: { method, details }, receivingAccount }: FoundConnection): StoredAccount {
  return { receivingAccount, method, merchantId: details.mid ?? '' }
}
