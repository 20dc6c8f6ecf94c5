import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { DialectName } from '../accounts/account.ts'
import type { ConnectorId } from '../connectors/index.ts'
import type { Window } from '../connectors/window.ts'
import { alignRows, type Batch, type BatchQuery } from '../database/batcher.ts'
import type { Mode, Scope } from '../database/scope.ts'
import { ShortMemory } from '../lib/memory/short-memory.ts'
import type { Seal } from '../lib/seal.ts'
import type { Database } from '../lib/sql.ts'
import { type Columns, rowsSql, statement } from '../lib/statement.ts'
import { ApiKey, isApiKey, type KeyScope, listApiKeyHashes } from './api-key.ts'

/**
 * The current state and rights of an account in one mode, read in one round trip, because every request starts with it.
 */
export interface Standing {
  accountId: number
  name: string
  displayName: string
  mode: Mode
  dialect: DialectName
  isVerified: boolean
  plan: 'trial' | 'paid' | 'premium' | null
  invoiceLifetimeS: number
  subtractsUniqueCode: boolean
  /** Whether its store offers every available method on one invoice, if the edition knows `all`. */
  offersAllMethods: boolean
  /** Whether it may convert codes of other merchants, whose money is not visible here. */
  allowsForeignCodes: boolean
  /** The percentage that customers pay on top with `qris_platform`, in hundredths of a percent. */
  platformFeeBps: number
  /** The operator's limit for one payment, in whole rupiah; null for the limit of its method. */
  amountMax: number | null
  /**
   * The requests per second that the operator allows for all of its keys together; null for the installation's limit.
   */
  requestsPerS: number | null
  /** The operator's approval for `qris_platform`; null without one. */
  platformGrant: StandingGrant | null
  /** The reason why a payment method is disabled for all accounts, by its id. */
  maintenance: Record<string, string>
  /** Its own connections and the operator's. */
  connections: StandingConnection[]
}

export interface StandingConnection {
  id: number
  connector: ConnectorId
  receivingAccountId: number
  isOwn: boolean
  isOperators: boolean
  /** The payment method for which it was created; empty if its connector alone determines it. */
  method: string
  /** The account's own static code. */
  qris: string | null
  /** Whether codes of the account's own ask for the exact price. */
  isExact: boolean
  /** Whether it has not worked for ten minutes. */
  isDown: boolean
  window: Partial<Window>
}

export interface StandingGrant {
  /** The provider that issued its merchant id. */
  connector: string
  merchantId: string | null
  /** The maximum amount in whole rupiah. */
  maxAmount: number
  staticQris: string | null
}

export interface KeyStanding {
  standing: Standing
  keyId: number
  scopes: KeyScope[]
  /** Addresses and networks (`10.0.0.0/8`) from which it may be used; empty for everywhere. */
  allowedAddresses: string[]
  isRateLimited: boolean
  acceptsKeyInQuery: boolean
  refusesUnknownFields: boolean
}

export type StandingMemory = ShortMemory<KeyStanding>

// Every process notices a revoked key within a second; a tenth of that is left for an answer in transit.
const freshMs = 900

export const createStandingMemory = (): StandingMemory => new ShortMemory({ freshMs, most: 10_000 })

/**
 * Waits until every process has forgotten the keys that it remembers, so that a committed change applies to the next
 * request everywhere. A look-up that missed the change began before it, and is remembered from its beginning.
 */
export function waitUntilForgotten(): Promise<void> {
  // A timer may end a moment early.
  return pause(freshMs + 20)
}

// Not `Needs`, because `App` refers to types of this file.
interface StandingNeeds {
  ask: BatchQuery
  em(scope: Scope): EntityManager
  seal: Seal
  now(): Date
}

/**
 * Returns the standing behind an API key; null for a key that is malformed, unknown, revoked, expired, or of a closed
 * account. Concurrent requests with the same key share one look-up. `connection` is that of the client.
 */
export function findStandingByKey(
  app: StandingNeeds,
  memory: StandingMemory,
  key: string,
  connection: object = {},
): Promise<KeyStanding | null> {
  const name = nameKey(key, connection)
  return memory.recall(name) ?? (isApiKey(key) ? memory.keep(name, findStanding(app, key)) : Promise.resolve(null))
}

const namedKeys = new WeakMap<object, { key: string; name: string }>()

/**
 * Returns the name under which the memory has a key: a hash, so that it contains no keys. The keyed hash is several
 * times as expensive, and only the database needs it. A client sends the same key with each request of a connection, so
 * it is hashed once for each connection; a key is never compared with that of another client.
 */
function nameKey(key: string, connection: object): string {
  const last = namedKeys.get(connection)
  if (last?.key === key) return last.name
  const name = hash('sha256', key, 'base64')
  namedKeys.set(connection, { key, name })
  return name
}

async function findStanding(app: StandingNeeds, key: string): Promise<KeyStanding | null> {
  const now = app.now()
  const row = await app.ask(ofKey, { hashes: listApiKeyHashes(app, key), now })
  if (!row) return null
  // The time of last use only helps to decide whether a key can be removed, so once a minute is enough.
  if (row.is_long_unused) {
    const minuteAgo = new Date(now.getTime() - 60_000)
    const used = { id: row.key_id, $or: [{ lastUsedAt: null }, { lastUsedAt: { $lt: minuteAgo } }] }
    await app.em({ accountId: row.account_id, mode: row.mode }).nativeUpdate(ApiKey, used, { lastUsedAt: now })
  }
  return {
    standing: toStanding(row),
    keyId: row.key_id,
    scopes: row.scopes,
    allowedAddresses: row.allowed_addresses,
    isRateLimited: row.is_rate_limited,
    acceptsKeyInQuery: row.accepts_key_in_query,
    refusesUnknownFields: row.refuses_unknown_fields,
  }
}

// The account of the key is not known yet, so all keys take turns as if they belonged to one account.
const ofKey: Batch<{ hashes: Buffer[]; now: Date }, FoundKey> = {
  async send(sql, pieces) {
    const hashed = pieces.flatMap(({ hashes }, place) =>
      hashes.map(one => ({ place, key_hash: `\\x${one.toString('hex')}` })),
    )
    const rows = await sql.query(keyStandingSql, { hashed, now: pieces.at(-1)!.now })
    return alignRows(pieces, rows)
  },
  ownerOf: () => 0,
}

/**
 * Returns the standing of an account that is not identified by a key, such as for the store's checkout or a command.
 * Null if the account does not exist.
 */
export async function findStandingByAccount(
  app: { sql: Database; now(): Date },
  accountId: number,
  mode: Mode,
): Promise<Standing | null> {
  const rows = await app.sql.query(accountStandingSql, { accountId, mode, now: app.now() })
  return rows[0] ? toStanding(rows[0]) : null
}

interface StandingRow {
  account_id: number
  name: string
  display_name: string
  mode: Mode
  dialect: DialectName
  is_verified: boolean
  plan: Standing['plan']
  invoice_lifetime_s: number
  subtracts_unique_code: boolean
  offers_all_methods: boolean
  allows_foreign_codes: boolean
  platform_fee_bps: number
  amount_max: number | null
  requests_per_s: number | null
  platform_grant: StandingGrant | null
  maintenance: Record<string, string> | null
  connections: StandingConnection[] | null
}

interface KeyRow {
  key_id: number
  scopes: KeyScope[]
  allowed_addresses: string[]
  is_rate_limited: boolean
  accepts_key_in_query: boolean
  refuses_unknown_fields: boolean
  is_long_unused: boolean
}

interface HashedKey {
  /** The index of the request that it belongs to. */
  place: number
  key_hash: string
}

type FoundKey = StandingRow & KeyRow & Pick<HashedKey, 'place'>

const hashedColumns: Columns<HashedKey> = { place: 'integer', key_hash: 'bytea' }

const ofAccount = `name, display_name, dialect, is_verified, invoice_lifetime_s, subtracts_unique_code,
  offers_all_methods, accepts_key_in_query, platform_fee_bps, refuses_unknown_fields, allows_foreign_codes, amount_max,
  requests_per_s`

const standingColumns = (mode: string) => `
  a.id as account_id, ${mode} as mode, ${ofAccount},
  (select json_build_object('connector', g.connector, 'merchantId', g.merchant_id, 'maxAmount', g.max_amount,
      'staticQris', g.static_qris) from platform_grant g where g.account_id = a.id) as platform_grant,
  (select json_object_agg(m.method, m.reason) from method_maintenance m) as maintenance,
  (select s.plan from subscription s where s.account_id = a.id and s.starts_at <= :now and s.ends_at > :now
    order by array_position('{premium,paid,trial}', s.plan) limit 1) as plan,
  (select json_agg(json_build_object('id', c.id, 'connector', c.connector, 'receivingAccountId', c.receiving_account_id,
      'isOwn', c.account_id = a.id,
      'isOperators', o.is_operator, 'method', c.method, 'qris', c.static_qris,
      'isExact', c.is_exact,
      'isDown', c.failing_since is not null and c.failing_since < :now::timestamptz - interval '10 minutes',
      'window', c.window_overrides) order by c.id)
    from connection c join account o on o.id = c.account_id
    where c.is_active and c.mode = ${mode} and (c.account_id = a.id or o.is_operator)) as connections`

// Each key and its account are looked up separately: a plan for a list, prepared on an empty table, would scan all of
// it.
const keyStandingSql = statement<{ hashed: HashedKey[]; now: Date }, FoundKey>(`
  select hashed.place, k.id as key_id, k.scopes, k.allowed_addresses, k.is_rate_limited,
    (k.last_used_at is null or k.last_used_at < :now::timestamptz - interval '1 minute') as is_long_unused,
    ${standingColumns('k.mode')}
  from ${rowsSql('hashed', hashedColumns)}
  cross join lateral (
    select id, account_id, mode, scopes, allowed_addresses, is_rate_limited, last_used_at from api_key
    where key_hash = hashed.key_hash and revoked_at is null and expires_at > :now::timestamptz offset 0) k
  cross join lateral (
    select id, ${ofAccount} from account where account.id = k.account_id and is_active offset 0) a`)

const accountStandingSql = statement<{ accountId: number; mode: Mode; now: Date }, StandingRow>(`
  select ${standingColumns(':mode::text')} from account a where a.id = :accountId and a.is_active`)

function toStanding(row: StandingRow): Standing {
  return {
    accountId: row.account_id,
    name: row.name,
    displayName: row.display_name,
    mode: row.mode,
    dialect: row.dialect,
    isVerified: row.is_verified,
    plan: row.plan,
    invoiceLifetimeS: row.invoice_lifetime_s,
    subtractsUniqueCode: row.subtracts_unique_code,
    offersAllMethods: row.offers_all_methods,
    allowsForeignCodes: row.allows_foreign_codes,
    platformFeeBps: row.platform_fee_bps,
    amountMax: row.amount_max,
    requestsPerS: row.requests_per_s,
    platformGrant: row.platform_grant,
    maintenance: row.maintenance ?? {},
    connections: row.connections ?? [],
  }
}
