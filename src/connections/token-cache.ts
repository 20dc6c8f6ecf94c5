import type { AccessToken, TokenCache } from '../connectors/connector.ts'
import { type Seal, SealError } from '../lib/seal.ts'
import type { Needs } from '../needs.ts'
import { Connection } from './connection.ts'
import { ConnectionToken } from './connection-token.ts'

type TokenNeeds = Needs<'em' | 'seal'>

// In one process the token of a connection is made once at a time; two processes may each make one.
const underWay = new WeakMap<Seal, Map<number, Promise<string>>>()

/** The access token of one connection, sealed in the database, renewed after 80 % of its life. */
export function tokenCache(app: TokenNeeds, connectionId: number): TokenCache {
  return {
    async get(make) {
      const kept = await findToken(app, connectionId)
      if (kept !== null) return kept
      const making = underWay.get(app.seal) ?? new Map<number, Promise<string>>()
      underWay.set(app.seal, making)
      const made = making.get(connectionId) ?? makeToken(app, connectionId, make)
      making.set(connectionId, made)
      return made.finally(() => making.delete(connectionId))
    },
    async drop(token) {
      if ((await findToken(app, connectionId)) !== token) return
      await app.em('shared').nativeDelete(ConnectionToken, { connection: connectionId })
    },
  }
}

const usedShare = 0.8

async function makeToken(app: TokenNeeds, connectionId: number, make: () => Promise<AccessToken>): Promise<string> {
  const { text, livesS } = await make()
  const em = app.em('shared')
  await em.upsert(ConnectionToken, {
    connection: em.getReference(Connection, connectionId),
    sealed: app.seal.seal(text, contextOf(connectionId)),
    renewAt: new Date(Date.now() + livesS * usedShare * 1000),
  })
  return text
}

async function findToken(app: TokenNeeds, connectionId: number): Promise<string | null> {
  const kept = await app.em('shared').findOne(ConnectionToken, { connection: connectionId })
  if (kept === null || kept.renewAt.getTime() <= Date.now()) return null
  try {
    return app.seal.open(kept.sealed, contextOf(connectionId))
  } catch (error) {
    // Sealed with a key that is gone: another token is one request away.
    if (error instanceof SealError) return null
    throw error
  }
}

const contextOf = (connectionId: number) => `connection_token|sealed|${connectionId}`
