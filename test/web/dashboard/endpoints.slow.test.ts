import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../callbacks/receiver.ts'
import { deliverAllEvents } from '../../kit/endpoints.ts'
import type { Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { confirmed, signInAs } from './members.ts'

const path = '/dashboard/endpoints'

let shop: WebShop
let receiver: Receiver
let owner: Visitor
let stranger: Visitor
let reader: Visitor

beforeAll(async () => {
  receiver = await startReceiver()
  shop = await createWebShop({}, {}, { settings: { OUTBOUND_ALLOW: receiver.host } })
  owner = await signInAs(shop)
  stranger = await signInAs(shop, { accountId: shop.second.accountId })
  reader = await signInAs(shop, { role: 'read_only' })
})
afterAll(async () => {
  await shop.close()
  await receiver.close()
})

const url = () => receiver.url
const one = async (visitor = owner) => {
  const { text } = await visitor.get(path)
  return /endpoints\/one\?endpoint=(EP-\w{17})/.exec(text)?.[1]
}

describe('endpoints', () => {
  test('callbacks and webhook endpoints share one menu entry and link to each other as tabs', async () => {
    for (const page of [path, '/dashboard/callbacks']) {
      const { text } = await owner.get(page)
      const menu = text.slice(text.indexOf('id="menu"'), text.indexOf('<main'))
      expect(menu).toContain('Kabar otomatis')
      expect(menu).toMatch(/<details open><summary>Pengembang</)
      expect(menu).not.toContain('href="/dashboard/endpoints"')
      expect(menu).toMatch(/href="\/dashboard\/callbacks" aria-current="page"/)
      const main = text.slice(text.indexOf('<main'))
      for (const tab of ['/dashboard/callbacks', '/dashboard/endpoints']) expect(main).toContain(`href="${tab}"`)
    }
  })

  test('a new webhook endpoint shows its secret on one page only, and belongs to one account', async () => {
    const refused = await owner.post(path, { act: 'create', url: 'http://169.254.169.254/' })
    expect(refused.status).toBe(400)
    const made = await owner.post(path, { act: 'create', url: url(), description: 'Gudang', types: 'payment.created' })
    expect(made.text).toMatch(/whsec_/)
    expect((await owner.get(path)).text).toContain('Gudang')
    expect((await owner.get(path)).text).not.toContain('whsec_')
    const id = await one()
    expect((await stranger.get(`${path}/one?endpoint=${id}`)).status).toBe(404)
    expect((await stranger.post(`${path}/one?endpoint=${id}`, { act: 'switch', on: '0' })).status).toBe(404)
    expect((await reader.post(path, { act: 'create', url: url() })).status).toBe(403)
  })

  test('a webhook endpoint shows its deliveries and their responses, which can be resent and deleted', async () => {
    const address = `${path}/one?endpoint=${await one()}`
    const invoice = await shop.invoice()
    await deliverAllEvents(shop)
    const { text } = await owner.get(address)
    expect(text).toContain(invoice)
    expect(text).toContain('HTTP 200')
    expect(text).toMatch(/whpk_/)
    const delivery = /name="delivery" value="(\d+)"/.exec(text)![1]!
    expect((await owner.post(address, { act: 'resend', delivery })).status).toBe(303)
    await owner.post(address, { act: 'example', type: 'order.paid' })
    await deliverAllEvents(shop)
    expect((await owner.get(`${address}&state=delivered`)).text).toContain('order.paid')
    const shown = async (query: string) => (await owner.get(`${address}&${query}`)).text.match(/<b>[a-z]+\./g)?.length
    expect(await shown('type=order.paid&state=delivered')).toBe(1)
    expect(await shown('from=2026-01-01T00:00')).toBe(3)
    expect(await shown('to=2026-01-01T00:00')).toBeUndefined()
    expect((await owner.get(`${address}&from=tomorrow`)).status).toBe(400)
    await confirmed(owner, address, { act: 'erase', delivery })
    expect((await owner.get(address)).text).toContain('Isinya dihapus')
  })

  test('deliveries that an endpoint gave up on since a chosen time can be resent', async () => {
    const address = `${path}/one?endpoint=${await one()}`
    receiver.answer = () => ({ status: 500 })
    await shop.invoice()
    await deliverAllEvents(shop, 1)
    await shop.app.sql.write("update endpoint_delivery set state = 'exhausted' where state = 'pending'")
    receiver.answer = () => ({ status: 200 })
    expect((await owner.get(address)).text).toMatch(/name="failed_since" type="datetime-local" value="[\dT:-]{16}"/)
    const failed = (failed_since: string) => owner.post(address, { act: 'failed', failed_since })
    expect((await failed('last week')).status).toBe(400)
    const waiting = () => shop.app.sql.query("select 1 from endpoint_delivery where state = 'pending'")
    await failed('2090-01-01T00:00')
    expect(await waiting()).toHaveLength(0)
    await failed('2026-01-01T00:00')
    expect(await waiting()).toHaveLength(1)
  })

  test('webhook endpoints can be paused, given a new secret and removed', async () => {
    const address = `${path}/one?endpoint=${await one()}`
    await owner.post(address, { act: 'switch', on: '0' })
    expect((await owner.get(address)).text).toContain('Dijeda')
    await owner.post(address, { act: 'switch', on: '1' })
    expect((await owner.post(address, { act: 'roll' })).text).toMatch(/whsec_/)
    await confirmed(owner, address, { act: 'remove' })
    expect(await one()).toBeUndefined()
  })
})
