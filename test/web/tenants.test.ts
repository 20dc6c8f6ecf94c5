import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Act, mayDo } from '../../src/accounts/membership.ts'
import { downloads, pages } from '../../src/web/pages.ts'
import { newCustomer, openStall, order } from '../orders/store.ts'
import type { Visitor } from './browse.ts'
import { signInAs } from './members.ts'
import { createWebShop, type WebShop } from './web-shop.ts'

let shop: WebShop
let visitor: Visitor
/** What the parameters of addresses may be: things of another account, and of the other mode. */
const foreign: Record<string, string[]> = {}

beforeAll(async () => {
  shop = await createWebShop()
  visitor = await signInAs(shop)
  const invoice = async (key: string) => {
    const body = { amount: 25_000, payment_method: 'wallet_direct', customer_name: 'RAHASIA' }
    const answer = await shop.api('/create-payment', { key, body })
    return answer.body.data.invoice_id as string
  }
  const others = await shop.app.sql.query<{ id: number }>('select id from connection where account_id <> $1', [
    shop.demo.accountId,
  ])
  foreign.connection = [...others.map(({ id }) => String(id)), '0', '999999999', '99999999999999999999', 'x', '1e1']
  foreign.attempt = ['0', '1', '999999999', 'x', '00000000-0000-4000-8000-000000000000']
  foreign.connector = ['nobody', 'constructor', '..%2F..']
  const stall = await openStall(shop.app, shop.second)
  const placed = await order(stall, await newCustomer(stall, 'RAHASIA'), { shave: 1 })
  foreign.product = [await productOf(shop), 'AAAAAAAAAAAAAAAAAAAAAA', 'x', '%00']
  const people = await shop.app.sql.query<{ id: number }>('select id from customer where account_id = $1', [
    shop.second.accountId,
  ])
  foreign.customer = [String(people[0]!.id), '0', '999999999', 'x']
  foreign.order = [placed.orderNumber, 'ORD-261121-AAAAAA', 'x', '%00']
  const paid = await invoice(shop.keys.second)
  await shop.pay(paid)
  const transfers = await shop.app.sql.query<{ id: number }>('select id from transfer where account_id = $1', [
    shop.second.accountId,
  ])
  foreign.transfer = [String(transfers[0]!.id), '0', '999999999', 'x']
  foreign.invoice = [await invoice(shop.keys.second), 'INV-00000000000000000000', "INV-'; select 1", '%00', '..%2F..']
})
afterAll(() => shop.close())

async function productOf({ app, second }: WebShop): Promise<string> {
  const own = 'select public_id as id from product where account_id = $1'
  return (await app.sql.query<{ id: string }>(own, [second.accountId]))[0]!.id
}

const withParameters = [...pages, ...downloads].map(one => one.path).filter(path => path.includes(':'))
// Operators see every account, and sign in at a door of their own.
const operators = withParameters.filter(path => path.startsWith('/operator'))

test.each(operators)('%s is no page for a merchant', async path => {
  const address = path.replace(/:\w+/, String(shop.second.accountId))
  const { status, text } = await visitor.get(address)
  expect([303, 403, 404]).toContain(status)
  expect(text).not.toContain('second')
})

describe.each(withParameters.filter(path => !operators.includes(path)))('%s', path => {
  test('says 404 to every id that is not the account’s own, whatever is done with it', async () => {
    const name = /:(\w+)/.exec(path)![1]!
    const ids = foreign[name]
    if (!ids) throw new Error(`Say above which foreign ids the parameter ${name} has`)
    const acts = Object.keys(pages.find(one => one.path === path)?.act ?? {})
    for (const id of ids) {
      const address = path.replace(`:${name}`, id)
      const shown = await visitor.get(address)
      expect(shown.status, address).toBe(404)
      expect(shown.text).not.toContain('RAHASIA')
      for (const act of acts) expect((await visitor.post(address, { act })).status, `${act} ${address}`).toBe(404)
    }
  })
})

test('no list, search or file shows another account’s things', async () => {
  const paths = [...pages, ...downloads]
    .map(one => one.path)
    .filter(path => path.startsWith('/dashboard') && !path.includes(':'))
  for (const path of paths) {
    for (const query of ['', '?search=RAHASIA', `?search=${foreign.invoice![0]}`]) {
      const { status, text } = await visitor.get(path + query)
      expect([200, 303], path).toContain(status)
      expect(text.replaceAll(`value="RAHASIA"`, ''), path).not.toMatch(/RAHASIA(?!&|")/)
    }
  }
})

describe.each(['finance', 'support', 'read_only'] as const)('somebody who is %s', role => {
  test('opens no page and does no act that their role does not include', async () => {
    const person = await signInAs(shop, { role })
    const isAct = (name: unknown): name is Act => ['read', 'orders', 'money', 'settings'].includes(String(name))
    let refused = 0
    for (const one of pages.filter(({ path, role: asked }) => isAct(asked) && !path.includes(':'))) {
      if (!mayDo(role, one.role as Act)) {
        refused++
        expect((await person.get(one.path)).status, one.path).toBe(403)
      }
      for (const [name, act] of Object.entries(one.act ?? {})) {
        const asked = (act as { role?: Act }).role ?? (one.role as Act)
        if (mayDo(role, asked)) continue
        refused++
        expect((await person.post(one.path, { act: name })).status, `${one.path} ${name}`).toBe(403)
      }
    }
    expect(refused).toBeGreaterThan(5)
  })
})
