import { type EntityMetadata, helper, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { SealError } from '../lib/seal.ts'
import type { Needs } from '../needs.ts'
import { type FilledSlots, listAdditions } from '../slots.ts'
import { SealKey } from './seal-key.ts'

interface SealedColumn {
  table: string
  /** The property that contains the sealed text. */
  property: string
  /** Returns the context to which the text of a row is bound. */
  contextOf(row: SealedRow): string
}

declare module '../slots.ts' {
  interface Slots {
    /** The sealed columns of modules. */
    sealedColumns: SealedColumn
  }
}

type SealedRow = Record<string, unknown> & { id?: number | string }

const boundById = (table: string, column: string) => (row: SealedRow) => `${table}|${column}|${row.id}`

/** Returns all sealed columns of the database; a missing one would keep an old key forever. */
export function listSealedColumns(app: { slots: FilledSlots }): readonly SealedColumn[] {
  return [...sealedColumns, ...listAdditions(app, 'sealedColumns')]
}

/** The sealed columns of the core, by table name, because the entities are in higher layers. */
const sealedColumns: readonly SealedColumn[] = [
  { table: 'connection', property: 'sealedCredentials', contextOf: boundById('connection', 'credentials') },
  {
    table: 'webhook_secret',
    property: 'sealed',
    contextOf: ({ account }) => `webhook_secret|sealed|${(account as { id: number }).id}`,
  },
  { table: 'connect_attempt', property: 'sealedState', contextOf: boundById('connect_attempt', 'sealed_state') },
  {
    table: 'bridge',
    property: 'sealedKey',
    contextOf: ({ connector, mode }) => `bridge|sealed_key|${connector}|${mode}`,
  },
  {
    table: 'connection_token',
    property: 'sealed',
    contextOf: ({ connection }) => `connection_token|sealed|${(connection as { id: number }).id}`,
  },
  {
    table: 'unread_notification',
    property: 'sealedContent',
    contextOf: ({ connection, referenceHash }) =>
      `unread_notification|sealed_content|${(connection as { id: number }).id}|${referenceHash}`,
  },
  {
    table: 'traced_exchange',
    property: 'sealedContent',
    contextOf: ({ connection }) => `traced_exchange|sealed_content|${(connection as { id: number }).id}`,
  },
  { table: 'endpoint', property: 'sealedAddress', contextOf: boundById('endpoint', 'sealed_address') },
  { table: 'endpoint', property: 'sealedKey', contextOf: boundById('endpoint', 'sealed_key') },
  {
    table: 'endpoint_secret',
    property: 'sealed',
    contextOf: ({ endpoint }) => `endpoint_secret|sealed|${(endpoint as { id: string }).id}`,
  },
  { table: 'bot', property: 'sealedToken', contextOf: boundById('bot', 'sealed_token') },
  { table: 'app_user', property: 'sealedTotp', contextOf: boundById('app_user', 'sealed_totp') },
]

// After this time another pass finds a value that another process sealed with the previous key in its last moments.
const settleS = 10

/**
 * Reseals up to `limit` values of each table during a rotation, once its key is in use. Returns the remaining work:
 * `waiting` for the key's time, `more` values, or `nothing`. If the process dies, the next call continues.
 */
export async function resealValues(
  app: Needs<'em' | 'keyRing' | 'seal' | 'log' | 'slots'>,
  limit: number,
): Promise<'waiting' | 'more' | 'nothing'> {
  const em = app.em('installation')
  const rotation = await em.findOne(SealKey, { resealedAt: null })
  if (!rotation) return 'nothing'
  await app.keyRing.refresh()
  if (app.seal.keyId() !== rotation.id) return 'waiting'
  let total = 0
  for (const column of listSealedColumns(app)) total += await resealSome(app, column, limit)
  if (total > 0) return 'more'
  if (rotation.activeForS <= settleS) return 'waiting'
  await em.nativeUpdate(SealKey, { id: rotation.id, resealedAt: null }, { resealedAt: raw<Date>('now()') })
  return 'nothing'
}

async function resealSome(
  app: Needs<'em' | 'seal' | 'log'>,
  { table, property, contextOf }: SealedColumn,
  limit: number,
): Promise<number> {
  const em = app.em('installation')
  const { class: entity, primaryKeys } = findTableMetadata(em, table)
  const key = primaryKeys[0]!
  const isOld = {
    [property]: { $like: '%.%' },
    $not: { [property]: { $like: `${app.seal.keyId()}.%` } },
  }
  const rows = await em.find(entity, isOld, { orderBy: { [key]: 'asc' }, limit })
  let resealed = 0
  for (const row of rows) {
    const sealed = row[property] as string
    const id = helper(row).getPrimaryKey()
    const plain = openOld(app, sealed, contextOf(row), { table, id })
    if (plain === null) continue
    // A value that was replaced in the meantime is sealed with the new key.
    const anew = app.seal.seal(plain, contextOf(row))
    await em.nativeUpdate(entity, { [key]: id, [property]: sealed }, { [property]: anew })
    resealed++
  }
  return resealed
}

function findTableMetadata(em: EntityManager, table: string): EntityMetadata<SealedRow> {
  for (const metadata of em.getMetadata().getAll().values()) if (metadata.tableName === table) return metadata
  throw new Error(`Bug: there is no entity for the table ${table}`)
}

// One damaged value must not keep all others under the old key.
function openOld(app: Needs<'seal' | 'log'>, sealed: string, context: string, row: object): string | null {
  try {
    return app.seal.open(sealed, context)
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    app.log.error({ ...row, error: error.message }, 'a sealed value cannot be opened')
    return null
  }
}
