import fs from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAuditGap } from '../../../src/accounts/audit.ts'
import { findViolations } from '../../../src/doctor/find-violations.ts'
import { createKey } from '../../../src/keys/create-key.ts'
import { findWebhookSecrets } from '../../../src/keys/webhook-secret.ts'
import { type ExportOutcome, exportAccount } from '../../../src/modules/archive/export-account.ts'
import { importAccount } from '../../../src/modules/archive/import-account.ts'
import { WebhookEndpoint } from '../../../src/modules/webhooks/webhook.ts'
import { readWebhookEndpointSecrets } from '../../../src/modules/webhooks/webhook-secret.ts'
import { storeBot } from '../../../src/notices/store-bot.ts'
import { endpoints } from '../../kit/parts.ts'
import { stockFaults } from '../../orders/store.ts'
import { emptyTables, filesIn, fillAccount, openInstallation, type World } from './world.ts'

// Also uses: bills, menu, webhooks

type Installation = Awaited<ReturnType<typeof openInstallation>>

let there: Installation
let here: Installation
let world: World
let archive: string
let exported: ExportOutcome
let accountId: number
let key: string

beforeAll(async () => {
  there = await openInstallation()
  here = await openInstallation()
  world = await fillAccount(there)
  // Creates conflicts of ids and names: an account, a member, a bot, public ids.
  await fillAccount(here)
  archive = path.join(there.dataDir, 'demo.tar')
  exported = await exportAccount(there.app, {
    accountId: there.demo.accountId,
    file: archive,
    passphrase: 'kopi susu gula aren',
  })
  await importAccount(here.app, { file: archive, name: 'kopi', passphrase: 'kopi susu gula aren' })
  const [account] = await here.app.sql.query<{ id: number }>(`select id from account where name = 'kopi'`)
  accountId = account!.id
  key = await createKey(here.app, { accountId, mode: 'test', label: 'Test', isRateLimited: false })
})

afterAll(async () => {
  await here?.close()
  await there?.close()
})

test('the archive has rows of every table, and only its owner can read it', () => {
  expect(emptyTables(there.app, exported.rows)).toEqual([])
  expect(fs.statSync(archive).mode & 0o777).toBe(0o600)
  expect(fs.readdirSync(there.dataDir).filter(name => name.endsWith('.unfinished'))).toEqual([])
  expect(exported.underWay).toMatchObject({ payments: 1, orders: 3, transfers: 1 })
})

test('the books of an imported account are the same, and every invariant holds in both installations', async () => {
  const { sql } = here.app
  const back = path.join(here.dataDir, 'back.tar')
  const again = await exportAccount(here.app, { accountId, file: back })
  expect(again.figures).toEqual(exported.figures)
  expect(again.figures.find(({ name }) => name === 'balance live')).toEqual({
    name: 'balance live',
    count: 2,
    sum: 149_012,
  })
  expect((await findViolations({ ...there.app, sql: there.app.sql })).map(({ id, rows }) => [id, rows])).toEqual([])
  expect((await findViolations({ ...here.app, sql })).map(({ id, rows }) => [id, rows])).toEqual([])
  expect(await findAuditGap(here.app, accountId)).toBeNull()
  expect((await stockFaults(here.app)).filter(({ fault }) => !/has not one stock|stars/.test(fault))).toEqual([])
})

test('old invoices and orders are found and displayed after an import', async () => {
  const check = async (invoice: string) => (await here.api(`/check-payment?invoice=${invoice}`, { key })).body
  expect(await check(world.paid)).toMatchObject({ status: 'paid', amount: 25_000 })
  expect(await check(world.expired)).toMatchObject({ status: 'expired' })
  expect(await check(world.pending.invoiceId)).toMatchObject({ status: 'cancelled' })
  const { body } = await here.api('/list-payments?search=ref-1', { key })
  expect(body.data.map(({ invoice_id }: { invoice_id: string }) => invoice_id)).toEqual([world.paid])
  const order = await here.api(`/msgstore-orders?order_number=${world.orderNumber}`, { key })
  expect(order.body.data).toMatchObject({ order_number: world.orderNumber })
  const statistics = async (shop: Installation, apiKey: string) =>
    (await shop.api('/get-statistics', { key: apiKey })).body.data.summary
  const [before, after] = [await statistics(there, there.keys.demo), await statistics(here, key)]
  expect(after).toMatchObject({ total_payments: before.total_payments, total_revenue: before.total_revenue })
})

test('an old bill is imported with its ended part', async () => {
  const [part] = await here.app.sql.query('select state from bill_part where account_id = $1', [accountId])
  expect(part).toEqual({ state: 'ended' })
})

const hasBills = endpoints.some(({ path }) => path === '/list-bills')

test.runIf(hasBills)('an old bill is found and displayed with its cancelled payment', async () => {
  const [bill] = (await here.api('/list-bills', { key })).body.data
  expect(bill).toMatchObject({ title: 'Iuran', status: 'open', due: 33_000 })
  const { payments } = (await here.api(`/check-bill?bill=${bill.bill}`, { key })).body.data
  expect(payments).toMatchObject([{ invoice_id: world.pending.invoiceId, status: 'cancelled', amount: 33_000 }])
})

test('imported open payments can never be paid, and their money cannot be accepted', async () => {
  const { app } = here
  const state = () =>
    app.sql.query(`select invoice_id, status, paid_at from payment where account_id = $1 order by 1`, [accountId])
  const before = await state()
  for (const invoice_id of [world.pending.invoiceId, world.expired]) await here.sandbox('/transfers', { invoice_id })
  await here.sandbox('/transfers', { connector: 'wallet', amount: world.pending.finalAmount })
  await here.hurry()
  await here.work()
  for (const invoice of [world.pending.invoiceId, world.expired]) {
    const { body } = await here.api('/simulate-payment', { key, body: { invoice } })
    expect(body.data).toMatchObject({ transfers: [{ outcome: 'review' }] })
  }
  const [inReview] = await app.sql.query<{ id: number; invoice: string }>(
    `select id, coalesce(invoice_id, likely_invoice_id) as invoice from transfer where account_id = $1 and state =
      'review'`,
    [accountId],
  )
  for (const invoice of [inReview!.invoice, world.expired]) {
    const body = { transfer_id: inReview!.id, action: 'accept', invoice }
    expect((await here.api('/review-transfer', { key, body })).status).toBe(400)
  }
  expect(await state()).toEqual(before)
  const [open] = await app.sql.query<{ open: number }>(
    `select count(*) as open from hold where account_id = $1 and held_until > $2`,
    [accountId, app.now()],
  )
  expect(open!.open).toBe(0)
})

test('an import sends no message again', async () => {
  const { app } = here
  const count = async (text: string) => (await app.sql.query<{ n: number }>(text, [accountId]))[0]!.n
  const receivedBefore = (await here.sandbox('/receiver/log')).body.length
  await here.work()
  expect((await here.sandbox('/receiver/log')).body.length).toBe(receivedBefore)
  expect(
    await count(`select count(*) as n from delivery where account_id = $1 and state in ('pending', 'paused')`),
  ).toBe(0)
  expect(await count(`select count(*) as n from notice where account_id = $1 and kind <> 'key.created'`)).toBe(0)
  expect(await count(`select count(*) as n from connection where account_id = $1 and is_active`)).toBe(0)
  expect(await count(`select count(*) as n from bot where account_id = $1 and state = 'active'`)).toBe(0)
})

test('sold goods are imported byte by byte, under new names', async () => {
  const [file] = await here.app.sql.query<{ storage_key: string }>(
    'select storage_key from digital_file where account_id = $1',
    [accountId],
  )
  expect((await buffer(await here.app.goods.open('files', file!.storage_key))).toString()).toBe('%PDF seduh')
  expect(filesIn(here.dataDir).length).toBe(2 * filesIn(there.dataDir).length)
})

test('imported secrets are encrypted for this installation, and names already in use are changed', async () => {
  expect(await findWebhookSecrets(here.app, accountId)).toEqual([there.secret])
  const members = await here.app.sql.query<{ username: string; email_verified_at: Date | null }>(
    `select u.username, u.email_verified_at from membership m join app_user u on u.id = m.user_id where m.account_id
      = $1`,
    [accountId],
  )
  expect(members).toMatchObject([{ email_verified_at: null }])
  expect(members[0]!.username).toMatch(/^siti[a-z2-9]{3}$/)
  const endpoints = await here.app.em({ accountId, mode: 'test' }).find(WebhookEndpoint, {})
  const [before] = await there.app.em(there.demo).find(WebhookEndpoint, {})
  expect(endpoints).toMatchObject([{ publicKey: before!.publicKey, types: ['payment.paid'], description: 'Toko' }])
  const secretsOf = (app: Installation['app'], id: string) =>
    readWebhookEndpointSecrets(app, app.em('installation'), [id]).then(open => open(id))
  expect(await secretsOf(here.app, endpoints[0]!.id)).toEqual(await secretsOf(there.app, before!.id))
  const kept = await here.app.sql.query<{ connector: string; is_active: boolean }>(
    `select connector, is_active from connection where account_id = $1 and removed_at is null order by connector`,
    [accountId],
  )
  expect(kept.map(({ connector }) => connector)).toEqual(['bank', 'merchant-wallet', 'wallet'])
})

test('the same archive is refused a second time, because its invoices already exist', async () => {
  await expect(importAccount(here.app, { file: archive, name: 'kopi-dua' })).rejects.toThrow(/is here already/)
  await expect(importAccount(here.app, { file: archive, name: 'kopi' })).rejects.toThrow(/--as/)
  await expect(
    importAccount(there.app, { file: archive, name: 'other', passphrase: 'something else here' }),
  ).rejects.toThrow(/passphrase is another one/)
})

test('without a passphrase secrets are created again, and an added bot takes over its customers', async () => {
  const third = await openInstallation()
  try {
    const { hasSealed, secrets, named } = await importAccount(third.app, { file: archive, name: 'kopi' })
    expect({ hasSealed, secrets }).toEqual({ hasSealed: true, secrets: null })
    expect(named).toMatchObject({ members: ['siti (owner)'], bots: ['@shop_bot'] })
    expect(named.keys).toHaveLength(2)
    expect(named.endpoints).toHaveLength(1)
    const { sql } = third.app
    const [account] = await sql.query<{ id: number }>(`select id from account where name = 'kopi'`)
    expect(await findWebhookSecrets(third.app, account!.id)).not.toEqual([there.secret])
    expect(await sql.query('select id from membership where account_id = $1', [account!.id])).toEqual([])

    const bots = () => sql.query<{ id: number }>('select id from bot where account_id = $1', [account!.id])
    expect((await bots()).every(({ id }) => id < 0)).toBe(true)
    const asked = { accountId: account!.id, mode: 'test', username: 'shop_bot', firstName: 'Shop', me: {} } as const
    await storeBot(third.app, { ...asked, id: there.demo.accountId, sealedToken: '' })
    expect(await bots()).toEqual([{ id: there.demo.accountId }])
    const customers = await sql.query('select bot_id from customer where account_id = $1', [account!.id])
    expect(new Set(customers)).toEqual(new Set([{ bot_id: there.demo.accountId }, { bot_id: there.demo.accountId }]))
    expect(await findAuditGap(third.app, account!.id)).toBeNull()
  } finally {
    await third.close()
  }
})
