import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refuseField } from '../../../src/lib/refusal.ts'
import type { AddBot } from '../../../src/web/dashboard/bots/add-bot.ts'
import { invoice, newCustomer, openStall, pay } from '../../orders/store.ts'
import type { Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { confirmed, signInAs } from './members.ts'

let shop: WebShop
let owner: Visitor
let stranger: Visitor
const added: Parameters<AddBot>[1][] = []
const script = '<script>alert(1)</script>'

beforeAll(async () => {
  shop = await createWebShop(
    {},
    {
      addBot: async (_app, asked) => {
        if (!asked.token.startsWith('1:')) throw refuseField('token', 'is not known to Telegram (any more)', 'wrong')
        added.push(asked)
        return { id: 1, username: 'toko_bot' }
      },
    },
  )
  owner = await signInAs(shop)
  stranger = await signInAs(shop, { accountId: shop.second.accountId })
})
afterAll(() => shop.close())

describe('customers', () => {
  test('customers are listed with their orders and payments, for their own account only', async () => {
    const stall = await openStall(shop.app, shop.demo)
    const customer = await newCustomer(stall, script)
    const { order, payment } = await invoice(stall, customer, { shave: 2 })
    await shop.work()
    await pay(stall, payment.invoiceId)
    const list = await owner.get('/dashboard/customers?search=script')
    expect(list.text).toContain(`/dashboard/customers/${customer}`)
    expect(list.text).not.toContain(script)
    expect(list.text).toContain('Rp\u00a060.000')
    const one = await owner.get(`/dashboard/customers/${customer}`)
    expect(one.text).toContain(order.orderNumber)
    expect(one.text).toContain('0812-3456-7890')
    expect((await stranger.get(`/dashboard/customers/${customer}`)).status).toBe(404)
    expect((await stranger.get('/dashboard/customers')).text).not.toContain(`/dashboard/customers/${customer}`)
    await owner.post('/dashboard/place', { act: 'mode', mode: 'live' })
    expect((await owner.get(`/dashboard/customers/${customer}`)).status).toBe(404)
    await owner.post('/dashboard/place', { act: 'mode', mode: 'test' })
  })
})

describe('a shop bot', () => {
  const path = '/dashboard/bots/add'

  test('a shop bot is added for the selected account and mode', async () => {
    expect((await owner.get('/dashboard/bots')).text).toContain(path)
    const answer = await owner.post(path, { act: 'add', token: ' 1:abcdefghijklmnopqrstuvwxyz ' })
    expect(answer).toMatchObject({ status: 303, location: '/dashboard/bots?done=added' })
    expect(added).toMatchObject([
      {
        token: '1:abcdefghijklmnopqrstuvwxyz',
        accountId: shop.demo.accountId,
        mode: 'test',
        by: { actor: expect.stringMatching(/^user \d+$/) },
      },
    ])
  })

  test('a shop bot with a wrong token is refused with an explanation, and the token is not shown again', async () => {
    const refused = await owner.post(path, { act: 'add', token: '2:nobodyknowsthistoken' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Periksa lagi: Token bot')
    expect(refused.text).not.toContain('nobodyknowsthistoken')
    expect((await (await signInAs(shop, { role: 'support' })).get(path)).status).toBe(403)
  })
})

describe('the credentials of a connection', () => {
  test('only members with permission replace credentials, and only of their own account', async () => {
    const fields = {
      act: 'connect',
      label: 'HP toko',
      account: '081234567890',
      method: 'wallet_direct',
      dialect: 'native',
      apps: 'id.dana',
    }
    await shop.app.sql.write(`update connection set is_active = false where account_id = $1`, [shop.demo.accountId])
    const made = await owner.post('/dashboard/connections/add/mutations', fields)
    const path = made.location!.split('?')[0]!.replace('/forwarder', '')
    const before = (await owner.get(`${path}/forwarder`)).text
    expect((await owner.get(path)).text).toContain(`${path}/credentials`)
    const replaced = await owner.post(`${path}/credentials`, { ...fields, act: 'replace' })
    expect(replaced.location).toBe(`${path}/forwarder?done=saved`)
    expect((await owner.get(`${path}/forwarder`)).text).not.toBe(before)
    const other = await owner.post(`${path}/credentials`, { ...fields, act: 'replace', account: '089999999999' })
    expect(other.status).toBe(400)
    expect((await stranger.get(`${path}/credentials`)).status).toBe(404)
    const asked = await owner.post(path, { act: 'remove' })
    expect(asked.text).toContain('Hapus HP toko?')
    expect((await confirmed(owner, path, { act: 'remove' })).location).toBe('/dashboard/connections?done=removed')
  })
})
