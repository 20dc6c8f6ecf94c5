import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Connection } from '../../src/connections/connection.ts'
import { HiddenContent } from '../../src/goods/hidden-content.ts'
import { deleteOldRows } from '../../src/jobs/delete-old-rows.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { endpoints } from '../kit/parts.ts'
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

function uploadFile(text: string, headers: Record<string, string>): Promise<Response> {
  const form = new FormData()
  form.set('file', new Blob([text]), 'resep.txt')
  return fetch(`${shop.url}/api/upload-file`, {
    method: 'POST',
    headers: { 'x-api-key': shop.keys.demo, ...headers },
    body: form,
  })
}

async function contents(): Promise<number> {
  return (await shop.api('/list-contents?active_only=false')).body.total
}

describe('a payment requested again after a setting changed', () => {
  const body = { amount: 15_000, payment_method: 'wallet_direct' }

  test('a repeated key returns the first payment even if its content is off, but refuses other bodies', async () => {
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

  test('a repeated key returns the first payment even if its method has become unavailable', async () => {
    const headers = newKey()
    const first = await shop.api('/create-payment', { body, headers })
    const em = shop.app.em('installation')
    const wallet = { account: shop.demo.accountId, connector: 'wallet' as const }
    await em.nativeUpdate(Connection, wallet, { isActive: false })
    // The data of a key that was just used are cached for a moment.
    const key = await createKey(shop.app, { accountId: shop.demo.accountId, mode: 'test', label: 'Another' })
    const again = await shop.api('/create-payment', { body, headers, key })
    const fresh = await shop.api('/create-payment', { body, headers: newKey(), key })
    await em.nativeUpdate(Connection, wallet, { isActive: true })
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(fresh).toMatchObject({ status: 400, body: { code: 'method_unavailable' } })
  })

  test('a repeated key returns the first payment even if its callback address has become forbidden', async () => {
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
  test('a repeated request with an Idempotency-Key returns the same answer in any dialect, and acts once', async () => {
    const headers = newKey()
    const before = await contents()
    const first = await addContent(headers)
    expect(first.status).toBe(200)
    const again = await addContent({ ...headers, 'x-api-variant': 'simple' })
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body))
    expect(await contents()).toBe(before + 1)
  })

  test('20 simultaneous requests with one Idempotency-Key act once, and all get the same response', async () => {
    const headers = newKey()
    const before = await contents()
    const answers = await Promise.all(Array.from({ length: 20 }, () => addContent(headers)))
    expect(await contents()).toBe(before + 1)
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })

  test('of two simultaneous bodies under one Idempotency-Key one is processed and the other refused', async () => {
    const headers = newKey()
    const before = await contents()
    const answers = await Promise.all(['Resep', 'Lain', 'Resep', 'Lain'].map(title => addContent(headers, title)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422])
    expect(await contents()).toBe(before + 1)
  })

  test('an upload sent 5 times at once with one Idempotency-Key adds one file', async () => {
    const headers = newKey()
    const answers = await Promise.all(Array.from({ length: 5 }, () => uploadFile('sekali', headers)))
    const bodies = await Promise.all(answers.map(answer => answer.text()))
    expect(new Set(bodies).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
  })

  test('a repeated Idempotency-Key with another body is refused by any POST', async () => {
    const headers = newKey()
    await addContent(headers)
    expect(await addContent(headers, 'Lain')).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
  })

  test('the Idempotency-Key of a refused request can be used again', async () => {
    const headers = newKey()
    expect((await shop.api('/cancel-payment', { body: { invoice: 'INV-0' }, headers })).status).toBe(404)
    const { invoice_id } = await create(shop)
    expect((await shop.api('/cancel-payment', { body: { invoice: invoice_id }, headers })).status).toBe(200)
  })

  test('an Idempotency-Key belongs to one path, one account and one mode', async () => {
    const headers = newKey()
    const { invoice_id } = await create(shop)
    const body = { invoice: invoice_id }
    expect((await shop.api('/simulate-payment', { body, headers })).status).toBe(200)
    expect((await shop.api('/note-refund', { body, headers })).status).toBe(200)
    const theirs = await shop.api('/simulate-payment', { body, headers, key: shop.keys.second })
    expect(theirs.status).toBe(404)
  })

  test('two simulated payments with one Idempotency-Key are one', async () => {
    const headers = newKey()
    const { invoice_id } = await create(shop)
    const body = { invoice: invoice_id }
    await shop.api('/simulate-payment', { body, headers })
    await shop.api('/simulate-payment', { body, headers })
    const { body: listed } = await shop.api(`/list-transfers?invoice=${invoice_id}`)
    expect(listed.data).toHaveLength(1)
  })

  test('an upload that failed at the bucket resumes under the same name, for the same request only', async () => {
    const { goods } = shop.app
    const names: (string | undefined)[] = []
    shop.app.goods = {
      ...goods,
      store: async (_shelf, _bytes, name) => {
        names.push(name)
        throw new Refusal('unavailable', 'The storage of files is out of reach for a moment')
      },
    }
    const headers = newKey()
    const failed = await uploadFile('gula', headers)
    shop.app.goods = goods
    const other = await uploadFile('kopi', headers)
    const again = await uploadFile('gula', headers)
    expect([failed.status, other.status, again.status]).toEqual([503, 422, 200])
    const { id } = ((await again.json()) as { data: { id: number } }).data
    const [kept] = await shop.app.sql.query<{ key: string }>(
      'select storage_key as key from digital_file where id = $1',
      [id],
    )
    expect(names).toEqual([kept!.key])
  })

  test('the key of a refused upload can be used for another one', async () => {
    const headers = newKey()
    const statuses = [await uploadFile('', headers), await uploadFile('kopi', headers)].map(({ status }) => status)
    expect(statuses).toEqual([400, 200])
  })

  test('an upload is identified by its bytes', async () => {
    const headers = newKey()
    const [first, again] = [await uploadFile('gula', headers), await uploadFile('gula', headers)]
    expect(first.status).toBe(200)
    expect(await again.json()).toEqual(await first.json())
    expect((await uploadFile('kopi', headers)).status).toBe(422)
  })

  test('an Idempotency-Key is forgotten after a day', async () => {
    await addContent(newKey())
    shop.advance(2 * 86_400)
    await deleteOldRows(shop.app, AbortSignal.timeout(10_000))
    expect(await shop.app.sql.query('select 1 from answered_request')).toEqual([])
  })

  test('an Idempotency-Key that is too long or empty is refused by every POST', async () => {
    for (const endpoint of endpoints.filter(({ method, takesUpload }) => method === 'POST' && !takesUpload)) {
      const { path } = endpoint
      const answer = await shop.api(path, { body: {}, headers: { 'idempotency-key': 'k'.repeat(256) } })
      expect(answer.status, path).toBe(400)
      const empty = await shop.api(path, { body: endpoint.example, headers: { 'idempotency-key': '' } })
      expect(empty, path).toMatchObject({ status: 400, body: { fields: [{ path: 'Idempotency-Key' }] } })
    }
  })
})
