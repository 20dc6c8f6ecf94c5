import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { importCatalog } from '../../src/catalog/import/import-catalog.ts'
import { FlushGuard } from '../../src/database/flush-guard.ts'
import { silentLog } from '../../src/lib/log.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import type { App } from '../../src/needs.ts'
import { createTestConfig } from '../kit/config.ts'
import { createTestDatabase, type TestDatabase } from '../kit/database.ts'
import { slots } from '../kit/parts.ts'

const productCount = 1_000

let database: TestDatabase
let app: App
let accountId: number
let accounts = 0

beforeAll(async () => {
  database = await createTestDatabase()
  const time = { now: () => new Date('2026-03-01T05:00:00Z'), calendar: { startOfDay, endOfDay: startOfDay } }
  app = { ...database, ...time, log: silentLog, config: createTestConfig({}), reactions: {}, slots } as unknown as App
})
afterAll(() => database.drop())

beforeEach(async () => {
  const [row] = await app.sql.query<{ id: number }>(
    'insert into account (name, display_name) values ($1, $1) returning id',
    [`large-${++accounts}`],
  )
  accountId = row!.id
})

const startOfDay = (day: string) => new Date(`${day}T00:00:00Z`)

/**
 * Returns a catalogue in which every third product has a number, serial lines, or a content beside an unlimited
 * variant.
 */
function catalogOf({ count, price = 1_000 }: { count: number; price?: number }): string {
  const products = Array.from({ length: productCount }, (_, nth) => {
    const head = `  - { key: p${nth}, category: c${nth % 50}, kind: digital, name: Product ${nth}`
    if (nth % 3 === 0) return `${head}, price: ${price}, stock: ${count} }`
    if (nth % 3 === 1) return `${head}, price: ${price}, stock: { serials: [A-${nth}, B-${nth}] } }`
    const content = `{ key: a, name: A, price: ${price}, stock: { content: { title: T${nth}, body: B } } }`
    return `${head}, variants: [${content}, { key: b, name: B, price: ${price}, stock: unlimited }] }`
  })
  const categories = Array.from({ length: 50 }, (_, nth) => `  - { key: c${nth}, name: Category ${nth} }`)
  const coupons = Array.from({ length: 100 }, (_, nth) => `  - { code: SAVE-${nth}, percent: 10 }`)
  return ['categories:', ...categories, 'products:', ...products, 'coupons:', ...coupons].join('\n')
}

const load = (text: string) =>
  importCatalog(app, { accountId, mode: 'test', ...commandActor }, text, import.meta.dirname)

/** Returns the result of the work, and the number of statements that it sent. */
async function counted<Result>(work: () => Promise<Result>): Promise<{ result: Result; statements: number }> {
  const client = await database.pool.connect()
  const asking = vi.spyOn(Object.getPrototypeOf(client), 'query')
  client.release()
  try {
    const result = await work()
    return { result, statements: asking.mock.calls.length }
  } finally {
    asking.mockRestore()
  }
}

const stocks = () =>
  app.sql.query<{ available: number; imported: number; changes: number }>(
    `select s.available, s.imported, (select sum(c.delta)::int from stock_change c
      where (c.variant_id, c.mode) = (s.variant_id, s.mode)) as changes
     from stock s join variant v on v.id = s.variant_id
     where s.account_id = $1 and v.stock_mode = 'counter' and s.mode = 'test'`,
    [accountId],
  )

test('1,000 products are written in fewer than 60 statements, and so are changes to them', async () => {
  const first = await counted(() => load(catalogOf({ count: 5 })))
  expect(first.result).toEqual({
    categories: { created: 50, changed: 0, unchanged: 0 },
    products: { created: 1_000, changed: 0, unchanged: 0 },
    variants: { created: 1_333, changed: 0, unchanged: 0 },
    serials: { added: 666, known: 0, repeated: [] },
    changes: expect.any(Array),
  })
  expect(first.result.changes).toHaveLength(50 + 1_000 + 100)
  expect(first.statements).toBeLessThan(60)
  const same = await counted(() => load(catalogOf({ count: 5 })))
  expect(same.result.variants).toEqual({ created: 0, changed: 0, unchanged: 1_333 })
  expect(same.result).toMatchObject({ serials: { added: 0, known: 666, repeated: [] }, changes: [] })
  expect(same.statements).toBeLessThan(30)
  const changed = await counted(() => load(catalogOf({ count: 3, price: 2_000 })))
  expect(changed.result.variants).toEqual({ created: 0, changed: 1_333, unchanged: 0 })
  expect(changed.statements).toBeLessThan(60)
  const kept = await stocks()
  expect(kept).toHaveLength(334)
  expect(new Set(kept.map(({ available, imported, changes }) => `${available} ${imported} ${changes}`))).toEqual(
    new Set(['3 3 3']),
  )
})

test('a flush of an import covers the rows of at most 500 products, so that others run in between', async () => {
  const flushing = vi.spyOn(FlushGuard.prototype, 'onFlush')
  const looked: number[] = []
  flushing.mockImplementation(({ uow }) => void looked.push([...uow.getIdentityMap().values()].length))
  try {
    for (const price of [1_000, 1_000, 2_000]) await load(catalogOf({ count: 5, price }))
  } finally {
    flushing.mockRestore()
  }
  expect(looked.length).toBeGreaterThan(6)
  // Each has at most one or two variants with their stock, and a content.
  expect(Math.max(...looked)).toBeLessThan(500 * 6)
})

test('a thousand variants stay unchanged if one of them was sold in the meantime', async () => {
  await load(catalogOf({ count: 5 }))
  const before = await stocks()
  await app.sql.write(
    `update stock s set available = 1, reserved = 4 from variant v join product p on p.id = v.product_id
     where s.variant_id = v.id and s.mode = 'test' and p.account_id = $1 and p.key = 'p999'`,
    [accountId],
  )
  const refused = await load(catalogOf({ count: 3, price: 2_000 })).catch(error => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused.fields).toMatchObject([
    { path: 'line 1052', error: 'the stock of 3 takes 2 away from before, and only 1 are left' },
  ])
  const after = await stocks()
  expect(after.filter(({ available }) => available === 5)).toHaveLength(before.length - 1)
  expect(
    await app.sql.query('select 1 as is from variant where account_id = $1 and price <> 1000', [accountId]),
  ).toEqual([])
})
