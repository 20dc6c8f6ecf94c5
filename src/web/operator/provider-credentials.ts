import { replaceCredentials } from '../../connecting/replace-credentials.ts'
import { Connection } from '../../connections/connection.ts'
import { findConnection } from '../../connections/find-connection.ts'
import { readCredentials } from '../../connectors/read-credentials.ts'
import { notFound, Refusal } from '../../lib/refusal.ts'
import type { App } from '../../needs.ts'
import { ConnectionInput } from '../dashboard/connections/connection.ts'
import { credentialsView, type LoadedCredentials } from '../dashboard/connections/connection-credentials.ts'
import { NewConnectionFields } from '../dashboard/connections/connection-fields.ts'
import { definePage } from '../parts/page.ts'
import { makeUserActor } from '../parts/visit.ts'
import { operatorTexts } from './operator-texts.ts'
import { requireOperatorId } from './provider-new.ts'

/** Sets new credentials for an otherwise unchanged connection of the operator. */
export const operatorCredentialsPage = definePage({
  path: '/operator/providers/:connection/credentials',
  role: 'operator',
  input: ConnectionInput,
  async load(app, _visit, { connection }): Promise<LoadedCredentials> {
    const foundConnection = await findOwn(app, connection)
    if (app.connectors[foundConnection.connection.connector].connect)
      throw new Refusal('not_found', 'It is connected in steps')
    return foundConnection
  },
  view(view) {
    const say = operatorTexts[view.language]
    const words = { title: say.replaceKeys, text: say.replaceKeysText, button: say.replaceKeys }
    return credentialsView(view, words, [view.to('/operator/providers'), say.providers])
  },
  act: {
    replace: {
      isSecret: true,
      fields: NewConnectionFields,
      async run(app, visit, values, { connection: connectionId }) {
        const { connection } = await findOwn(app, connectionId)
        const credentials = readCredentials(app.connectors[connection.connector], values)
        const replacement = { connectionId, credentials, isFromForm: true }
        await replaceCredentials(app, await requireOperatorId(app), replacement, makeUserActor(visit))
        return { to: '/operator/providers', done: 'saved' }
      },
    },
  },
})

/** Returns a connection of the operator, of either mode. Refuses `not_found`. */
async function findOwn(app: App, connection: number): Promise<LoadedCredentials> {
  const accountId = await requireOperatorId(app)
  const own = await app.em({ accountId, mode: 'both' }).findOne(Connection, { id: connection, removedAt: null })
  if (!own) throw notFound('connection')
  return findConnection(app, { accountId, mode: own.mode }, connection)
}
