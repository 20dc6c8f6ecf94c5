import { LockMode } from '@mikro-orm/core'
import type { AccessToken, TokenCache } from '../connectors/token-cache.ts'
import { type Seal, SealError } from '../lib/seal.ts'
import type { Needs } from '../needs.ts'
import { Connection } from './connection.ts'
import { ConnectionToken } from './connection-token.ts'

type TokenNeeds = Needs<'em' | 'seal'>

type Opened = Pick<Connection, 'id' | 'sealedCredentials'>

// One process requests a connection's token once at a time; two processes may each request one.
const underWay = new WeakMap<Seal, Map<string, Promise<string>>>()

/**
 * The access token of one connection, sealed in the database and renewed after 80 % of its life. New credentials never
 * use the token of the previous ones: `replaceCredentials` deletes the stored token, and one that is still being
 * requested is not stored.
 */
export function createTokenCache(app: TokenNeeds, connection: Opened): TokenCache {
  const { id: connectionId, sealedCredentials } = connection
  return {
    async get(make) {
      const kept = await findToken(app, connectionId)
      if (kept !== null) return kept
      const making = underWay.get(app.seal) ?? new Map<string, Promise<string>>()
      underWay.set(app.seal, making)
      const key = `${connectionId} ${sealedCredentials}`
      const made = making.get(key) ?? makeToken(app, connection, make)
      making.set(key, made)
      return made.finally(() => making.delete(key))
    },
    async drop(token) {
      if ((await findToken(app, connectionId)) !== token) return
      await app.em('shared').nativeDelete(ConnectionToken, { connection: connectionId })
    },
  }
}

const usedShare = 0.8

async function makeToken(
  app: TokenNeeds,
  { id, sealedCredentials }: Opened,
  make: () => Promise<AccessToken>,
): Promise<string> {
  const { text, livesS } = await make()
  await app.em('installation').transactional(async em => {
    // The credentials may have been replaced during the request. The lock prevents that until the token is stored.
    const current = { id, sealedCredentials }
    if (!(await em.findOne(Connection, current, { lockMode: LockMode.PESSIMISTIC_READ }))) return
    await em.upsert(ConnectionToken, {
      connection: em.getReference(Connection, id),
      sealed: app.seal.seal(text, contextOf(id)),
      renewAt: new Date(Date.now() + livesS * usedShare * 1000),
    })
  })
  return text
}

async function findToken(app: TokenNeeds, connectionId: number): Promise<string | null> {
  const kept = await app.em('shared').findOne(ConnectionToken, { connection: connectionId })
  if (kept === null || kept.renewAt.getTime() <= Date.now()) return null
  try {
    return app.seal.open(kept.sealed, contextOf(connectionId))
  } catch (error) {
    // Sealed with a lost key: a new token can be requested.
    if (error instanceof SealError) return null
    throw error
  }
}

const contextOf = (connectionId: number) => `connection_token|sealed|${connectionId}`
