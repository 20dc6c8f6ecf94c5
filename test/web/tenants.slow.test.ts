import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addContent } from '../../src/goods/add-content.ts'
import { fileVisits } from '../../src/modules/customers/file-visits.ts'
import { listCards } from '../../src/modules/customers/list-cards.ts'
import { createUser } from '../../src/people/create-user.ts'
import { type Act, mayDo } from '../../src/people/membership.ts'
import { downloads, pages } from '../kit/parts.ts'
import { newCustomer, openStall, order } from '../orders/store.ts'
import type { Visitor } from './browse.ts'
import { password, signInAs, signInByPassword } from './dashboard/members.ts'
import { fillShop, needQuery } from './filled-shop.ts'
import { createWebShop, type WebShop } from './web-shop.ts'

let shop: WebShop
let visitor: Visitor
/** Values for the parameters of addresses: objects of another account, and of the other mode. */
const foreign: Record<string, string[]> = {}
/** Values for fields: the same objects, and the other account's people, keys and goods. */
let foreignIds: Record<string, string>[]
let theirUserId: number
/** One address of every page, with the account's own objects. */
let own: string[]

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
  const secret = { title: 'RAHASIA', amount: 50_000 }
  foreign.bill = [
    (await shop.api('/create-bill', { key: shop.keys.second, body: secret })).body.bill,
    'BILL-00000000000000000',
    '%00',
    'x',
  ]
  foreignIds = await findForeignIds()
  own = await fillShop(shop)
  for (const name of ['list', 'rule', 'form']) foreign[name] = ['0', '999999999', 'x']
  const theirs = { accountId: shop.second.accountId, mode: shop.second.mode }
  await fileVisits(shop.app, theirs)
  const { cards } = await listCards(shop.app, theirs, { page: 1, limit: 1 })
  foreign.card = [String(cards[0]!.id), '0', '999999999', 'x']
  foreign.token = ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'x', '%00']
})
afterAll(() => shop.close())

async function findForeignIds(): Promise<Record<string, string>[]> {
  const { app, second } = shop
  const own = { accountId: second.accountId, role: 'owner' as const }
  theirUserId = (await createUser(app, { username: 'rahma', displayName: 'RAHASIA', password, member: own })).id
  await signInByPassword(shop, 'rahma')
  await addContent(app, second.accountId, { title: 'RAHASIA', body: 'x' })
  const ids = async (table: string, column = 'account_id', id = second.accountId, idColumn = 'id') =>
    (
      await app.sql.query<{ id: string }>(`select ${idColumn}::text as id from ${table} where ${column} = $1 limit 1`, [
        id,
      ])
    )[0]!.id
  const [key, content, session] = [
    await ids('api_key'),
    await ids('hidden_content'),
    await ids('session', 'user_id', theirUserId),
  ]
  const user = String(theirUserId)
  const variant = await ids('variant', 'account_id', second.accountId, 'public_id')
  const shared = {
    key,
    session,
    user,
    member: user,
    variant,
    product: foreign.product![0]!,
    invoice: foreign.invoice![0]!,
  }
  const numbers = {
    connection: foreign.connection![0]!,
    transfer: foreign.transfer![0]!,
    customer: foreign.customer![0]!,
  }
  const named = { content, account: String(second.accountId), username: 'rahma', ...shared, ...numbers }
  return [
    { ...named, id: content, kind: 'content' },
    { ...named, id: key },
    { ...named, id: user },
  ]
}

async function productOf({ app, second }: WebShop): Promise<string> {
  const own = 'select public_id as id from product where account_id = $1'
  return (await app.sql.query<{ id: string }>(own, [second.accountId]))[0]!.id
}

const withParameters = [...pages, ...downloads].map(one => one.path).filter(path => path.includes(':'))
// Operators see every account, and sign in at a separate door.
const operators = withParameters.filter(path => path.startsWith('/operator'))

test.each(operators)('a merchant cannot open %s', async path => {
  const address = path.replace(/:\w+/, String(shop.second.accountId))
  const { status, text } = await visitor.get(address)
  expect([303, 403, 404]).toContain(status)
  expect(text).not.toContain('second')
})

describe.each(withParameters.filter(path => !operators.includes(path)))('%s', path => {
  test('every id of another account is 404, with any request', async () => {
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

test('lists, searches and files contain nothing of another account', async () => {
  const paths = [...pages, ...downloads]
    .map(one => one.path)
    .filter(path => path.startsWith('/dashboard') && !path.includes(':') && !needQuery.includes(path))
  const today = shop.app.calendar.formatDay(shop.app.now())
  for (const path of paths) {
    for (const search of ['', 'RAHASIA', foreign.invoice![0]!]) {
      // The books of a day require a date.
      const { status, text } = await visitor.get(
        `${path}?${new URLSearchParams({ day: today, table: 'days', search })}`,
      )
      expect([200, 303], path).toContain(status)
      expect(text.replaceAll(`value="RAHASIA"`, ''), path).not.toMatch(/RAHASIA(?!&|")/)
    }
  }
})

test('ids in form fields cannot reach the data of another account', async () => {
  const before = await theirs()
  let posted = 0
  for (const one of pages.filter(({ path }) => path.startsWith('/dashboard') && !path.includes(':'))) {
    for (const [act, { fields }] of Object.entries(one.act ?? {}) as [string, { fields?: z.ZodType }][]) {
      for (const given of formsWithForeignIds(act, fields)) {
        const { text } = await visitor.post(one.path, given)
        expect(text.replaceAll('value="RAHASIA', ''), `${act} at ${one.path}`).not.toContain('RAHASIA')
        posted++
      }
    }
  }
  expect(posted).toBeGreaterThan(20)
  expect(await theirs()).toEqual(before)
})

test("ids in the fields of a single thing's page cannot reach the data of another account", async () => {
  const before = await theirs()
  // The act of assigning money to another account's invoice, and all acts on a variant.
  const aimed = ['assign', 'restock', 'keys', 'stars', 'source', 'low']
  const refused = new Set<string>()
  for (const one of pages.filter(({ path }) => path.startsWith('/dashboard') && path.includes(':'))) {
    const address = own.find(path => new RegExp(`^${one.path.replace(/:\w+/, '[^/]+')}$`).test(path))
    if (!address) continue
    const acts = Object.entries(one.act ?? {}) as [string, { fields?: z.ZodType }][]
    // Acts for which only the id is wrong come first: a decided object would be refused for being decided.
    acts.sort(([name], [other]) => Number(aimed.includes(other)) - Number(aimed.includes(name)))
    for (const [act, { fields }] of acts) {
      for (const given of formsWithForeignIds(act, fields)) {
        const { status, text } = await visitor.post(address, given)
        expect(text.replaceAll('value="RAHASIA', ''), `${act} at ${address}`).not.toContain('RAHASIA')
        if (status === 404 || status === 400) refused.add(act)
        else expect(aimed, `${act} at ${address}`).not.toContain(act)
      }
    }
  }
  expect([...refused]).toEqual(expect.arrayContaining(aimed))
  // The form of a product has fields for each of its variants, named after it.
  const product = own.find(path => /^\/dashboard\/catalog\/[\w-]{22}$/.test(path))!
  const { variant } = foreignIds[0]!
  const fields = { [`name_${variant}`]: 'Diambil', [`price_${variant}`]: '5000', [`shown_${variant}`]: 'on' }
  const saved = { act: 'save', name: 'Diambil', description: '', kind: 'physical', category: '', ...fields }
  expect((await visitor.post(product, { ...saved, variant: variant! })).status).toBe(404)
  expect(await theirs()).toEqual(before)
})

/** Returns forms of an act that name foreign objects, each with the confirmation. */
function formsWithForeignIds(act: string, fields: z.ZodType | undefined): Record<string, string>[] {
  const names = fields instanceof z.ZodObject ? Object.keys(fields.shape) : []
  return foreignIds.map(ids => ({
    ...Object.fromEntries(names.map(name => [name, ids[name] ?? typed[name] ?? '1'])),
    act,
    confirmed: '1',
  }))
}

/** Values that forms require besides ids, so that an act proceeds as far as possible. */
const typed: Record<string, string> = {
  on: '0',
  kind: 'file',
  role: 'support',
  price: '5000',
  delta: '1',
  url: 'https://stok.example/x',
}

/** Returns all rows of the other account and of its people. */
async function theirs(): Promise<Record<string, unknown>> {
  const tables = await shop.app.sql.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
     where c.table_schema = 'public'
       and (c.column_name = 'account_id' or (c.column_name = 'user_id' and c.table_name <> 'membership'))`,
  )
  const found: Record<string, unknown> = {}
  for (const { table, column } of tables) {
    const id = column === 'account_id' ? shop.second.accountId : theirUserId
    const rows = `select row_to_json(t)::text as row from "${table}" t where ${column} = $1 order by 1`
    found[`${table} by ${column}`] = await shop.app.sql.query(rows, [id])
  }
  return found
}

const isAct = (name: unknown): name is Act => ['read', 'orders', 'money', 'settings'].includes(String(name))

describe.each(['finance', 'support', 'read_only'] as const)('a member with the role %s', role => {
  test('a member sees no button and no link to actions that their role does not include', async () => {
    const person = await signInAs(shop, { role })
    const isIncluded = (asked: unknown) => !isAct(asked) || mayDo(role, asked)
    const match = (path: string) =>
      pages.find(one => one.path === path) ??
      pages.find(one => new RegExp(`^${one.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
    for (const mode of ['test', 'live']) {
      await person.post('/dashboard/place', { act: 'mode', mode })
      for (const path of own) {
        const { text, status } = await person.get(path)
        if (status !== 200) continue
        const here = match(path.split('?')[0]!)!
        const roleOf = (act: string) => (here.act?.[act] as { role?: Act } | undefined)?.role ?? here.role
        const acts = [...text.matchAll(/name="act" value="(\w+)"/g)].map(([, act]) => act!)
        expect(
          acts.filter(act => !isIncluded(roleOf(act))),
          path,
        ).toEqual([])
        const links = [...text.matchAll(/href="(\/dashboard[^"?]*)/g)].map(([, href]) => href!)
        expect(
          links.filter(href => !isIncluded(match(href)?.role)),
          path,
        ).toEqual([])
      }
    }
  })

  test('a member opens no page and performs no action that their role does not include', async () => {
    const person = await signInAs(shop, { role })
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
        const address = own.find(path => path.startsWith(`${one.path}?`)) ?? one.path
        expect((await person.post(address, { act: name })).status, `${one.path} ${name}`).toBe(403)
      }
    }
    expect(refused).toBeGreaterThan(5)
  })
})
