import fs from 'node:fs'
import path from 'node:path'
import { grantPlatform } from '../accounts/grant-platform.ts'
import { PlatformGrant } from '../accounts/platform-grant.ts'
import type { ConnectionDetails } from '../connections/connection.ts'
import { createConnection } from '../connections/create-connection.ts'
import { credentialsContext } from '../connections/credentials.ts'
import { setBridge } from '../connections/set-bridge.ts'
import { makeBridgedCredentials } from '../connectors/bridge/simulator.ts'
import { makeInteractiveCredentials } from '../connectors/interactive/simulator.ts'
import { demoMerchant } from '../connectors/simulator/demo-merchant.ts'
import { sandboxWindow } from '../connectors/simulator/window.ts'
import { createKey } from '../keys/create-key.ts'
import { createStandingMemory, findStandingByKey } from '../keys/standing.ts'
import { findWebhookSecrets } from '../keys/webhook-secret.ts'
import type { App } from '../needs.ts'
import { createAccount } from '../people/create-account.ts'
import { accountKeepers } from '../sandbox/simulators.ts'
import { listAdditions } from '../slots.ts'
import { type DemoPerson, demoMerchantName, ensurePerson } from './demo-people.ts'

/** Everything that a visitor needs to try the demo, written to `DATA_DIR/demo.json`, readable only by its owner. */
export interface Demo {
  base_url: string
  /** The account's name, as commands take it with `--account`. */
  account: string
  api_key: string
  live_api_key: string
  webhook_secret: string
  second: { account: string; api_key: string }
  chat_url: string
  /** The shop's menu, for customers without Telegram; unset while that module is off. */
  menu_url?: string
  /** The key for the SDKs of other gateways; unset while that module is off. */
  compat_key?: string
  sandbox_url: string
  bot_api_url: string
  /** The credentials for the dashboard; the operator's are for `/operator`. */
  merchant: DemoPerson
  operator: DemoPerson
}

declare module '../slots.ts' {
  interface Slots {
    /** Parts that modules add to the demo's shop once; each returns its fields of the demo file. */
    demoParts(app: App, accountId: number, earlier: Demo | null): Promise<Pick<Demo, 'menu_url' | 'compat_key'>>
  }
}

const operatorName = 'operator'
export const demoName = 'demo'
const secondName = 'second'

/**
 * Creates the demo's accounts, keys and sandbox connections if they are missing, and returns the current demo file. A
 * later start at another address updates the addresses and keeps the keys.
 */
export async function prepareDemo(app: App, file: string): Promise<Demo> {
  const operator = await ensureAccount(app, operatorName, 'Warung')
  const demo = await ensureAccount(app, demoName, 'Warung Kopi Demo')
  const second = await ensureAccount(app, secondName, 'Toko Kedua')
  await app.sql.write('update account set default_callback_url = $2 where id = $1', [
    demo,
    `${app.config.sandboxUrl}/receiver`,
  ])
  const kept = await keysThatStillWork(app, readDemo(file))
  // Drawing pictures and hashing passwords take other threads than the rest.
  const [isNew, merchant, person] = await Promise.all([
    stockOnce(app, demo),
    ensurePerson(app, kept?.merchant, { username: demoMerchantName, accountId: demo }),
    ensurePerson(app, kept?.operator, { username: 'operator' }),
    ensureConnections(app, { operator, demo, second }),
  ])
  if (isNew && app.config.demoHasHistory) {
    const { addHistory } = await import('./history/add-history.ts')
    await addHistory(app, { accountId: demo, operatorId: operator })
  }
  await grantOnce(app, demo)
  const added = await Promise.all(listAdditions(app, 'demoParts').map(open => open(app, demo, kept)))

  const written: Demo = {
    base_url: app.config.baseUrl,
    account: demoName,
    api_key: kept?.api_key ?? (await createKey(app, { accountId: demo, mode: 'test', label: 'Demo' })),
    live_api_key: kept?.live_api_key ?? (await createKey(app, { accountId: demo, mode: 'live', label: 'Demo, live' })),
    webhook_secret: (await findWebhookSecrets(app, demo))[0]!,
    second: {
      account: secondName,
      api_key: kept?.second.api_key ?? (await createKey(app, { accountId: second, mode: 'test', label: 'Demo' })),
    },
    chat_url: `${app.config.botApiUrl}/`,
    ...Object.assign({}, ...added),
    sandbox_url: app.config.sandboxUrl,
    bot_api_url: app.config.botApiUrl,
    merchant,
    operator: person,
  }
  return written
}

/** Writes the demo file atomically: a reader never sees half of it. */
export function writeDemo(file: string, demo: object): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o711 })
  const draft = `${file}.${process.pid}`
  fs.writeFileSync(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  fs.renameSync(draft, file)
}

/** Returns the introduction for the person who started the demo: where everything is. */
export function describeDemo(demo: Demo, file: string): string {
  return [
    '',
    'Warung is ready.',
    '',
    `  Home       ${demo.base_url}/`,
    `  Chat       ${demo.chat_url}      the demo shop, as a customer sees it`,
    ...(demo.menu_url ? [`  Menu       ${demo.menu_url}   its catalogue for customers without Telegram`] : []),
    `  Dashboard  ${demo.base_url}/dashboard   for the merchant; the operator's is ${demo.base_url}/operator`,
    `  API        ${demo.base_url}/api   docs/api.md says how to use it`,
    `  Sandbox    ${demo.sandbox_url}   money, faults and time in your hands`,
    // Without the keys themselves, because the output of a process is stored in logs.
    `  The API keys, the passwords and all of this are in ${file}`,
    '',
    '',
  ].join('\n')
}

/** Returns the id of the demo shop's account; null if it does not exist yet. */
export async function findDemoAccount(app: Pick<App, 'sql'>): Promise<number | null> {
  const rows = await app.sql.query<{ id: number }>('select id from account where name = $1', [demoName])
  return rows[0]?.id ?? null
}

/** Returns whether a key is in a demo file of this database. */
export async function isDemoKey(app: Pick<App, 'ask' | 'em' | 'seal' | 'now'>, key: string): Promise<boolean> {
  const found = await findStandingByKey(app, createStandingMemory(), key)
  return found !== null && [demoName, secondName].includes(found.standing.name)
}

/** Returns the secrets that may currently sign callbacks to the demo account. */
export async function readDemoWebhookSecrets(app: Pick<App, 'em' | 'sql' | 'seal' | 'now'>): Promise<string[]> {
  const accountId = await findDemoAccount(app)
  return accountId === null ? [] : findWebhookSecrets(app, accountId)
}

async function ensureAccount(app: App, name: string, displayName: string): Promise<number> {
  const rows = await app.sql.query<{ id: number }>('select id from account where name = $1', [name])
  if (rows[0]) return rows[0].id
  const account = await createAccount(app, {
    name,
    displayName,
    email: `${name}@warung.example`,
    isOperator: name === operatorName,
    isVerified: true,
    plan: 'premium',
  })
  return account.id
}

// Runs only once, so that changes to the demo's shop are kept. Returns whether it stocked the shop.
async function stockOnce(app: App, accountId: number): Promise<boolean> {
  const rows = await app.sql.query('select 1 from product where account_id = $1 limit 1', [accountId])
  if (rows.length > 0) return false
  const { stockShop } = await import('./stock-shop.ts')
  await stockShop(app, accountId)
  return true
}

interface DemoAccounts {
  operator: number
  demo: number
  second: number
}

// Runs only once, so that later changes by the operator are kept.
async function grantOnce(app: App, accountId: number): Promise<void> {
  if ((await app.em({ accountId }).count(PlatformGrant)) > 0) return
  await grantPlatform(app, {
    accountId,
    connector: 'interactive',
    merchantId: demoMerchant.id,
    maxAmount: 10_000_000,
    staticQris: demoMerchant.staticQris,
  })
}

async function ensureConnections(app: App, accounts: DemoAccounts): Promise<void> {
  const { sandboxUrl } = app.config
  await ensureConnection(app, accounts.operator, {
    connector: 'interactive',
    credentials: makeInteractiveCredentials(sandboxUrl, 'WARUNG'),
  })
  await ensureConnection(app, accounts.second, {
    connector: 'wallet',
    credentials: makeBridgedCredentials(sandboxUrl, 'wallet', '081200000002'),
  })
  for (const { id: connector, accounts: kept } of accountKeepers) {
    const { base_url: baseUrl, key } = kept.bridge(`${sandboxUrl}/${connector}`)
    await setBridge(app, { connector, mode: 'test', baseUrl, key })
    const number = kept.demo
    const { qris: staticQris, holder } = kept.at(number)
    // The state that get-account-status reports for a connection, as a real connection would have stored it.
    const details = { holder, ...kept.shown(number) }
    const credentials = kept.credentials(`${sandboxUrl}/${connector}`, number)
    await ensureConnection(app, accounts.demo, { connector, credentials, staticQris, details })
  }
}

async function ensureConnection(
  app: App,
  accountId: number,
  input: { connector: string; credentials: object; staticQris?: string | null; details?: ConnectionDetails },
): Promise<void> {
  const mode = 'test'
  const { connector, credentials } = input
  const rows = await app.sql.query<{ id: number }>(
    'select id from connection where account_id = $1 and mode = $2 and connector = $3 and removed_at is null',
    [accountId, mode, connector],
  )
  const id = rows[0]?.id
  if (id === undefined) {
    await createConnection(app, { ...input, accountId, mode, label: 'Sandbox', window: sandboxWindow })
  } else {
    const sealed = app.seal.seal(JSON.stringify(credentials), credentialsContext(id))
    await app.sql.write('update connection set sealed_credentials = $2 where id = $1', [id, sealed])
  }
}

/** Returns the current demo file; null if it is missing or unreadable. */
export function readDemo(file: string): Demo | null {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Demo
  } catch {
    return null
  }
}

// A file from another database contains keys that are not valid here.
async function keysThatStillWork(app: App, demo: Demo | null): Promise<Demo | null> {
  const keys = [demo?.api_key, demo?.live_api_key, demo?.second?.api_key]
  for (const key of keys) {
    if (!key || !(await findStandingByKey(app, createStandingMemory(), key))) return null
  }
  return demo
}
