import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openKeyRing } from '../../src/keys/key-ring.ts'
import { listSealedColumns, resealValues } from '../../src/keys/reseal-values.ts'
import { rotateSecret } from '../../src/keys/rotate-secret.ts'
import { addWebhookSecret, findWebhookSecrets } from '../../src/keys/webhook-secret.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { makeChildEnv } from '../kit/child-env.ts'
import { formatDatabaseUrl } from '../kit/connection.ts'
import { waitUntil } from '../kit/shop-process.ts'
import { create, detect, send } from '../payments/scenario.ts'

let shop: TestShop

beforeEach(async () => {
  shop = await createTestShop()
})
afterEach(() => shop.close())

/** Skips the times that a rotation waits so that other processes notice it. */
async function skipWaiting(): Promise<void> {
  await shop.app.sql.write(`update seal_key set active_from = active_from - interval '1 minute'`)
  await shop.app.keyRing.refresh()
}

async function resealAll(limit = 100): Promise<void> {
  while ((await resealValues(shop.app, limit)) !== 'nothing');
}

const columnOf = (property: string) => property.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

async function keyIdsInUse(): Promise<string[]> {
  const ids = new Set<string>()
  for (const { table, property } of listSealedColumns(shop.app)) {
    const column = columnOf(property)
    const rows = await shop.app.sql.query<{ id: string }>(
      `select distinct split_part(${column}, '.', 1) as id from ${table} where ${column} <> ''`,
    )
    for (const { id } of rows) ids.add(id)
  }
  return [...ids]
}

test('the rotation covers every encrypted column', async () => {
  const columns = await shop.app.sql.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like 'sealed%' order by 1`,
  )
  const known = listSealedColumns(shop.app)
    .map(({ table, property }) => `${table}.${columnOf(property)}`)
    .toSorted()
  expect(known).toEqual(columns.map(({ name }) => name))
})

test('a rotated secret re-encrypts all values, and old API keys, callbacks and connections keep working', async () => {
  const before = shop.app.seal.keyId()
  expect(await rotateSecret(shop.app)).toBe(true)
  expect(shop.app.seal.keyId()).toBe(before)
  expect(await resealValues(shop.app, 100)).toBe('waiting')
  await skipWaiting()
  await resealAll()
  expect(await keyIdsInUse()).toEqual([shop.app.seal.keyId()])
  expect(shop.app.seal.keyId()).not.toBe(before)

  expect((await shop.api('/list-payments')).status).toBe(200)
  expect(await findWebhookSecrets(shop.app, shop.demo.accountId)).toEqual([shop.secret])
  const payment = await create(shop)
  await send(shop, { connector: 'wallet', amount: payment.final_amount })
  await detect(shop)
  const checked = await shop.api(`/check-payment?invoice=${payment.invoice_id}`)
  expect(checked.body.status).toBe('paid')
})

test('during re-encryption old and new values can both be decrypted', async () => {
  const more = () => addWebhookSecret(shop.app, shop.app.em('installation'), shop.demo.accountId)
  await Promise.all(Array.from({ length: 20 }, more))
  const secrets = await findWebhookSecrets(shop.app, shop.demo.accountId)
  await rotateSecret(shop.app)
  await skipWaiting()
  expect(await resealValues(shop.app, 7)).toBe('more')
  expect(await keyIdsInUse()).toHaveLength(2)
  expect(await findWebhookSecrets(shop.app, shop.demo.accountId)).toEqual(secrets)
  await resealAll(7)
  expect(await findWebhookSecrets(shop.app, shop.demo.accountId)).toEqual(secrets)
  expect(await keyIdsInUse()).toHaveLength(1)
})

test('an unfinished rotation is continued, not doubled', async () => {
  expect(await rotateSecret(shop.app)).toBe(true)
  expect(await rotateSecret(shop.app)).toBe(false)
  await skipWaiting()
  await resealAll()
  expect(await rotateSecret(shop.app)).toBe(true)
})

test('a damaged value does not hold up the rotation', async () => {
  await shop.app.sql.write(`update connection set sealed_credentials = 'deadbeef.AAAA' where account_id = $1`, [
    shop.second.accountId,
  ])
  await rotateSecret(shop.app)
  await skipWaiting()
  await resealAll()
  expect(await findWebhookSecrets(shop.app, shop.demo.accountId)).toEqual([shop.secret])
})

test('`secret rotate` killed halfway continues when it is run again, and everything stays readable', async () => {
  await shop.app.sql.write(
    `insert into webhook_secret (account_id, sealed, expires_at)
     select account_id, sealed, '2000-01-01'::timestamptz from webhook_secret, generate_series(1, 8000)
     where account_id = $1`,
    [shop.demo.accountId],
  )
  const oldId = shop.app.seal.keyId()
  const rotate = () => {
    return spawn(process.execPath, [path.join(import.meta.dirname, '../../src/warung.ts'), 'secret', 'rotate'], {
      env: {
        ...makeChildEnv(),
        DATABASE_URL: formatDatabaseUrl(shop.connection),
        SECRET_KEY: shop.app.config.secretKey,
        DATA_DIR: shop.app.config.dataDir,
      },
    })
  }
  const left = async () => {
    const rows = await shop.app.sql.query<{ count: number }>(
      `select count(*) from webhook_secret where sealed like $1 || '.%'`,
      [oldId],
    )
    return rows[0]!.count
  }

  const first = rotate()
  const total = await left()
  await waitUntil(async () => (await left()) < total, 30_000)
  first.kill('SIGKILL')
  await once(first, 'exit')
  expect(await left()).toBeGreaterThan(0)
  await shop.app.keyRing.refresh()
  expect(await findWebhookSecrets(shop.app, shop.demo.accountId)).toEqual([shop.secret])
  expect((await shop.api('/list-payments')).status).toBe(200)

  const second = rotate()
  const [code] = await once(second, 'exit')
  expect(code).toBe(0)
  expect(await left()).toBe(0)
  expect(await keyIdsInUse()).toHaveLength(1)
  expect(await findWebhookSecrets(shop.app, shop.demo.accountId)).toEqual([shop.secret])
})

test('a new SECRET_KEY opens the key ring together with the previous one, and alone from then on', async () => {
  const { app: database } = shop
  const { config } = database
  const next = 'another secret for tests, 32 characters and more'
  await expect(openKeyRing({ database, secretKey: next })).rejects.toThrow('SECRET_KEY_PREVIOUS')
  const both = await openKeyRing({ database, secretKey: next, previousSecretKey: config.secretKey })
  expect(both.seal.keyId()).toBe(shop.app.seal.keyId())
  const alone = await openKeyRing({ database, secretKey: next })
  const secrets = await findWebhookSecrets({ ...shop.app, seal: alone.seal }, shop.demo.accountId)
  expect(secrets).toEqual([shop.secret])
  await expect(openKeyRing({ database, secretKey: config.secretKey })).rejects.toThrow('SECRET_KEY')
})

test('processes that start simultaneously on a fresh database agree on one key', async () => {
  const { sql, config } = shop.app
  await sql.write('alter table api_key drop constraint api_key_hash_key_id_foreign')
  await sql.write('delete from seal_key')
  const rings = await Promise.all(Array.from({ length: 8 }, () => openKeyRing({ database: shop.app, ...config })))
  expect(new Set(rings.map(({ seal }) => seal.keyId())).size).toBe(1)
})
