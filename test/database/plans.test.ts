import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeUpdates } from '../../bot/inbox/inbox-sql.ts'
import { claimSql, markSql } from '../../src/callbacks/deliver-callbacks-sql.ts'
import type { Statement } from '../../src/lib/statement.ts'
import { lockPaymentsSql } from '../../src/money/settle-transfers-sql.ts'
import { registerCustomer } from '../../src/orders/customers/register-customer.ts'
import { pageSql } from '../../src/payments/list-payments-sql.ts'
import { markPaidSql } from '../../src/payments/payment-moves-sql.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

// A session keeps its plan, and may have started before the tables had rows. The plan must still not read a whole
// table.

let shop: TestShop
let session: pg.Client

// The tables have never been analysed.
beforeAll(async () => {
  shop = await createTestShop()
  session = new pg.Client(shop.connection)
  await session.connect()
})
afterAll(async () => {
  await session.end()
  await shop.close()
})

interface Node {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Node[]
}

async function planOf({ text }: Statement<never>): Promise<Node[]> {
  const { rows } = await session.query(`explain (generic_plan, format json) ${text}`)
  const all = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(all)]
  return all(rows[0]['QUERY PLAN'][0].Plan)
}

/** Returns the tables that the statement scans from beginning to end. */
async function readWhole(sent: Statement<never>): Promise<string[]> {
  const seen = (await planOf(sent)).filter(node => node['Node Type'] === 'Seq Scan')
  return [...new Set(seen.map(node => node['Relation Name']!))]
}

test.each([
  ['finding the payments of transfers', lockPaymentsSql],
  ['paying', markPaidSql],
  ['recording outcomes of callbacks', markSql],
])('%s looks up each row by its key, even with a plan made on the empty table', async (_what, sent) => {
  expect(await readWhole(sent)).toEqual([])
})

/** Returns the first statement that `work` would send. */
async function sentBy(work: (app: typeof shop.app) => Promise<unknown>): Promise<Statement<never>> {
  const sent: Statement<never>[] = []
  const query = async (asked: Statement<never>) => {
    sent.push(asked)
    throw new Error('seen')
  }
  const ask: typeof shop.app.ask = async (many, asked) => (await many.send({ query } as never, [asked]))[0]
  await expect(work({ ...shop.app, ask })).rejects.toThrow('seen')
  return sent[0]!
}

test('a customer who writes is looked up by the key, even with a plan made on the empty table', async () => {
  const visitor = { accountId: 1, botId: 1, mode: 'test', telegramUserId: 1, name: 'Rina', language: 'id' } as const
  expect(await readWhole(await sentBy(app => registerCustomer(app, visitor)))).toEqual([])
})

test('the form of a chat is looked up by its key, even with a plan made on the empty table', async () => {
  const sent = await sentBy(app => storeUpdates(app, 1, [{ update_id: 1 }]))
  expect(await readWhole(sent)).toEqual([])
})

test('claiming callbacks reads only those that are due or running', async () => {
  expect(await readWhole(claimSql)).not.toContain('delivery')
})

test('entries leave the queue of callbacks one by one, even if many were added at once', async () => {
  const { rows } = await session.query(
    `select relname as name, reloptions as options from pg_class
     where relname in ('delivery_fresh', 'delivery_retry', 'delivery_leased') order by relname`,
  )
  const options = ['deduplicate_items=off']
  expect(rows).toEqual(['fresh', 'leased', 'retry'].map(name => ({ name: `delivery_${name}`, options })))
})

const after = { createdAt: new Date(), invoiceId: 'INV-00000000000000000000' }

test.each([{}, { paymentMethod: 'qris' }, { from: new Date() }])(
  'a page of payments after a cursor comes from one index in its order, with %o',
  async filter => {
    const nodes = await planOf(pageSql({ ...filter, after }))
    expect(nodes.map(node => node['Node Type'])).toEqual(['Limit', 'Index Scan'])
  },
)

test.each([{ status: 'paid' }, { status: 'paid', paidVia: 'wallet_direct' }])(
  'the ids of a page of payments in one state come from one index in its order, with %o',
  async filter => {
    for (const position of [{ after }, {}]) {
      const kinds = (await planOf(pageSql({ ...filter, ...position }))).map(node => node['Node Type'])
      expect(kinds.slice(0, 5)).toEqual(['Limit', 'Sort', 'Nested Loop', 'Subquery Scan', 'Limit'])
      expect(kinds.slice(5).filter(kind => !/^Index (Only )?Scan$/.test(kind))).toEqual([])
    }
  },
)
