import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeStaticCode } from '../src/connectors/simulator/qris-code.ts'
import { qrPng } from '../src/qris/picture.ts'
import { formatDatabaseUrl } from './kit/connection.ts'
import { createEmptyTestDatabase, type TestDatabase } from './kit/database.ts'
import { findFreePort, type ShopProcess, startShop, waitUntil } from './kit/shop-process.ts'
import { createVisitor } from './web/browse.ts'

// Uses only HTTP and demo.json, like a person who tries a fresh shop.
const paidWithinMs = 60_000
const patienceMs = 4 * paidWithinMs

interface Demo {
  api_key: string
  sandbox_url: string
  merchant: { username: string; password: string }
}

describe.each(['subscription', 'verification'])('the demo account in the edition with %s', edition => {
  let folder: string
  let database: TestDatabase
  let shop: ShopProcess
  let demo: Demo

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'warung-walked-'))
    database = await createEmptyTestDatabase()
    shop = await startShop({
      PORT: String(await findFreePort()),
      DATA_DIR: folder,
      DATABASE_URL: formatDatabaseUrl(database.connection),
      ROLES: 'api,jobs,sandbox',
      EDITION: edition,
    })
    demo = JSON.parse(readFileSync(path.join(folder, 'demo.json'), 'utf8'))
  }, patienceMs)
  afterAll(async () => {
    shop.signal('SIGTERM')
    await shop.ended
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of answers
  async function api(address: string, body?: object): Promise<{ status: number; body: any }> {
    const answer = await fetch(`${shop.url}/api${address}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': demo.api_key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }

  async function create(body: object) {
    const answer = await api('/create-payment', { amount: 20_000, ...body })
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200, body: { success: true } })
    return answer.body.data
  }

  /**
   * Pays in the sandbox once there is a code, and waits until the shop has found the money. Returns the merchant's
   * callback.
   */
  async function payAndSee(invoice_id: string, transfer: object = { invoice_id }): Promise<{ paid_via: string }> {
    await waitUntil(async () => {
      const sent = await fetch(`${demo.sandbox_url}/transfers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(transfer),
      })
      return sent.ok
    }, paidWithinMs)
    await waitUntil(
      async () => (await api(`/check-payment?invoice=${invoice_id}`)).body.status === 'paid',
      paidWithinMs,
    )
    return vi.waitUntil(() => findCallback(invoice_id), { timeout: paidWithinMs, interval: 100 })
  }

  async function findCallback(invoice_id: string): Promise<{ paid_via: string } | undefined> {
    const answer = await fetch(`${demo.sandbox_url}/receiver/log`)
    const log = (await answer.json()) as { body: string; signature_ok: boolean }[]
    return log
      .filter(entry => entry.signature_ok)
      .map(entry => JSON.parse(entry.body))
      .find(told => told.invoice_id === invoice_id)
  }

  test(
    'the demo account has every method available, and each is paid end to end',
    async () => {
      const { data } = (await api('/get-payment-methods')).body
      const methods: string[] = data.payment_methods.map((method: { id: string }) => method.id)
      expect(methods.toSorted()).toEqual(['qris', 'qris_platform', 'qris_user', 'wallet_direct', 'wallet_qris'])
      for (const method of data.payment_methods) expect(method).toMatchObject({ available: true, requirements: [] })
      const made = await Promise.all(
        methods.map(async method => ({ method, payment: await create({ payment_method: method }) })),
      )
      for (const { method, payment } of made) {
        expect(await payAndSee(payment.invoice_id)).toMatchObject({ payment_method: method, paid_via: method })
      }
    },
    patienceMs,
  )

  test(
    'the demo account is paid by its default method',
    async () => {
      const payment = await create({})
      expect(payment.payment_method).toBe('qris')
      await payAndSee(payment.invoice_id)
    },
    patienceMs,
  )

  test(
    'the demo account is paid by a static code that its merchant uploaded as a picture',
    async () => {
      const merchant = createVisitor({ pagesUrl: shop.url })
      await merchant.post('/sign-in', { act: 'in', ...demo.merchant })
      const { text } = await merchant.get('/dashboard/connections')
      const ids = new Set([...text.matchAll(/\/dashboard\/connections\/(\d+)"/g)].map(([, id]) => id))
      const form = new FormData()
      form.set('act', 'store')
      form.set('image', new Blob([new Uint8Array(qrPng(makeStaticCode('DEMO.77', 'KEDAI GAMBAR')))]), 'qris.png')
      const cookie = [...merchant.cookies].map(pair => pair.join('=')).join('; ')
      const stored = await Promise.all(
        [...ids].map(id =>
          fetch(`${shop.url}/dashboard/connections/${id}/qris`, {
            method: 'POST',
            body: form,
            headers: { cookie, 'sec-fetch-site': 'same-origin' },
            redirect: 'manual',
          }),
        ),
      )
      expect(stored.map(({ status }) => status)).toContain(303)
      // The rights of a key are cached for a moment.
      const invoice = await vi.waitFor(async () => {
        const payment = await create({ payment_method: 'qris_user', use_qris_converter: true })
        const page = await (await fetch(payment.payment_url)).text()
        expect(page).toContain('KEDAI GAMBAR')
        return payment.invoice_id
      }, patienceMs)
      await payAndSee(invoice)
    },
    patienceMs,
  )

  test('a payment outside the limits of its method is refused with those limits', async () => {
    for (const amount of [999, 500_001]) {
      const answer = await api('/create-payment', { amount, payment_method: 'qris' })
      expect(answer, String(amount)).toMatchObject({ status: 400, body: { success: false } })
      expect(JSON.stringify(answer.body)).toMatch(/1[.,]?000|500[.,]?000/)
    }
  })

  test.runIf(edition === 'verification')(
    'the demo account is paid by one of the ways that `all` offers',
    async () => {
      const payment = await create({ payment_method: 'all' })
      const transfer = { connector: 'wallet', amount: payment.final_amount }
      expect(await payAndSee(payment.invoice_id, transfer)).toMatchObject({
        payment_method: 'all',
        paid_via: 'wallet_direct',
      })
    },
    patienceMs,
  )
})
