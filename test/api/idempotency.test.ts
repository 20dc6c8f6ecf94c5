import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../src/api/index.ts'
import { Connection } from '../../src/connections/connection.ts'
import { HiddenContent } from '../../src/goods/hidden-content.ts'
import { forgetOld } from '../../src/jobs/forget-old.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create } from '../payments/scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})

afterAll(() => shop.close())

let turn = 0
const newKey = () => ({ 'idempotency-key': `key ${turn++}` })

function addContent(headers: Record<string, string>, title = 'Resep') {
  return shop.api('/upload-content', { body: { title, body: 'Gula dan kopi' }, headers })
}

async function contents(): Promise<number> {
  return (await shop.api('/list-contents?active_only=false')).body.total
}

describe('a payment that is asked for again after a setting changed', () => {
  const body = { amount: 15_000, payment_method: 'wallet_direct' }

  test('is the first one, although its content was switched off since; another body and another key are refused', async () => {
    const headers = newKey()
    const { id } = (await addContent({})).body.data
    const asked = { ...body, content_id: id }
    const first = await shop.api('/create-payment', { body: asked, headers })
    await shop.app.em('installation').nativeUpdate(HiddenContent, { id }, { isActive: false })
    const again = await shop.api('/create-payment', { body: asked, headers })
    expect(again).toMatchObject({ status: 200, body: first.body })
    const other = await shop.api('/create-payment', { body: { ...asked, amount: 20_000 }, headers })
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
    const fresh = await shop.api('/create-payment', { body: asked, headers: newKey() })
    expect(fresh).toMatchObject({ status: 400, body: { fields: [{ path: 'content_id' }] } })
  })

  test('is the first one, although its method cannot be used any more', async () => {
    const headers = newKey()
    const first = await shop.api('/create-payment', { body, headers })
    const em = shop.app.em('installation')
    const wallet = { account: shop.demo.accountId, connector: 'wallet' as const }
    await em.nativeUpdate(Connection, wallet, { isActive: false })
    // Of a key that was just used the standing is remembered for a moment.
    const key = await createKey(shop.app, { accountId: shop.demo.accountId, mode: 'test', label: 'Another' })
    const again = await shop.api('/create-payment', { body, headers, key })
    const fresh = await shop.api('/create-payment', { body, headers: newKey(), key })
    await em.nativeUpdate(Connection, wallet, { isActive: true })
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(fresh).toMatchObject({ status: 400, body: { code: 'method_unavailable' } })
  })

  test('is the first one, although its callbacks may not go there any more', async () => {
    const headers = newKey()
    const inside = '127.0.0.1:9'
    shop.app.config.outboundAllow.push(inside)
    const asked = { ...body, callback_url: `http://${inside}/paid` }
    const first = await shop.api('/create-payment', { body: asked, headers })
    shop.app.config.outboundAllow.splice(shop.app.config.outboundAllow.indexOf(inside), 1)
    const again = await shop.api('/create-payment', { body: asked, headers })
    const fresh = await shop.api('/create-payment', { body: asked, headers: newKey() })
    expect(first.status).toBe(200)
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(fresh).toMatchObject({ status: 400, body: { code: 'address_refused', fields: [{ path: 'callback_url' }] } })
  })
})

describe('Idempotency-Key of any POST', () => {
  test('the same request again gets the same answer and does nothing twice, in whatever dialect', async () => {
    const headers = newKey()
    const before = await contents()
    const first = await addContent(headers)
    expect(first.status).toBe(200)
    const again = await addContent({ ...headers, 'x-api-variant': 'simple' })
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body))
    expect(await contents()).toBe(before + 1)
  })

  test('sent 20 times at once does the work once; who comes too early is told to wait', async () => {
    const headers = newKey()
    const before = await contents()
    const answers = await Promise.all(Array.from({ length: 20 }, () => addContent(headers)))
    expect(await contents()).toBe(before + 1)
    const early = answers.filter(({ status }) => status === 409)
    for (const { headers, body } of early) {
      expect(body.code).toBe('idempotency_conflict')
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(answers.filter(({ status }) => status === 200).length).toBe(20 - early.length)
    expect((await addContent(headers)).status).toBe(200)
  })

  test('with another content is refused', async () => {
    const headers = newKey()
    await addContent(headers)
    expect(await addContent(headers, 'Lain')).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
  })

  test('of a refused request is free', async () => {
    const headers = newKey()
    expect((await shop.api('/cancel-payment', { body: { invoice: 'INV-0' }, headers })).status).toBe(404)
    const { invoice_id } = await create(shop)
    expect((await shop.api('/cancel-payment', { body: { invoice: invoice_id }, headers })).status).toBe(200)
  })

  test("is one path's, one account's and one mode's own", async () => {
    const headers = newKey()
    const { invoice_id } = await create(shop)
    const body = { invoice: invoice_id }
    expect((await shop.api('/simulate-payment', { body, headers })).status).toBe(200)
    expect((await shop.api('/redeliver', { body, headers })).status).toBe(200)
    const theirs = await shop.api('/simulate-payment', { body, headers, key: shop.keys.second })
    expect(theirs.status).toBe(404)
  })

  test('two simulated payments with one key are one', async () => {
    const headers = newKey()
    const { invoice_id } = await create(shop)
    const body = { invoice: invoice_id }
    await shop.api('/simulate-payment', { body, headers })
    await shop.api('/simulate-payment', { body, headers })
    const { body: listed } = await shop.api(`/list-transfers?invoice=${invoice_id}`)
    expect(listed.data).toHaveLength(1)
  })

  test('of a process that died at its work is taken over when its time is over, and not before', async () => {
    const headers = newKey()
    const first = await addContent(headers)
    await shop.app.sql.write(
      "update answered_request set answer = null, leased_until = now() + interval '1 minute' where key = $1",
      [headers['idempotency-key']],
    )
    expect((await addContent(headers)).status).toBe(409)
    await shop.app.sql.write('update answered_request set leased_until = now() where key = $1', [
      headers['idempotency-key'],
    ])
    const again = await addContent(headers)
    expect(again.status).toBe(200)
    expect(again.body.data.id).not.toBe(first.body.data.id)
  })

  test('an upload is told by its bytes', async () => {
    const headers = { 'x-api-key': shop.keys.demo, ...newKey() }
    const upload = (text: string) => {
      const form = new FormData()
      form.set('file', new Blob([text]), 'resep.txt')
      return fetch(`${shop.url}/api/upload-file`, { method: 'POST', headers, body: form })
    }
    const [first, again] = [await upload('gula'), await upload('gula')]
    expect(first.status).toBe(200)
    expect(await again.json()).toEqual(await first.json())
    expect((await upload('kopi')).status).toBe(422)
  })

  test('is forgotten after its day', async () => {
    await addContent(newKey())
    shop.advance(2 * 86_400)
    await forgetOld(shop.app, AbortSignal.timeout(10_000))
    expect(await shop.app.sql.query('select 1 from answered_request')).toEqual([])
  })

  test('too long or empty is refused by every POST', async () => {
    for (const endpoint of endpoints.filter(({ method, takesUpload }) => method === 'POST' && !takesUpload)) {
      const { path } = endpoint
      const answer = await shop.api(path, { body: {}, headers: { 'idempotency-key': 'k'.repeat(256) } })
      expect(answer.status, path).toBe(400)
      const empty = await shop.api(path, { body: endpoint.example, headers: { 'idempotency-key': '' } })
      expect(empty, path).toMatchObject({ status: 400, body: { fields: [{ path: 'Idempotency-Key' }] } })
    }
  })
})
