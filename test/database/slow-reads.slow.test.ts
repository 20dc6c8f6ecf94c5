import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type OpenDatabase } from '../../src/database/open.ts'
import { searchInTurn } from '../../src/database/search-turns.ts'
import { createSlowReads, type ReadAccess } from '../../src/database/slow-reads.ts'
import { createTestDatabase, type TestDatabase } from '../kit/database.ts'

let kit: TestDatabase
let database: OpenDatabase

beforeAll(async () => {
  kit = await createTestDatabase()
  database = await connectDatabase(kit.connection, { poolMax: 8, entities: [] })
})
afterAll(async () => {
  await database.close()
  await kit.drop()
})

test('40 simultaneous slow reads use a quarter of the connections, and money does not wait behind them', async () => {
  let finished = 0
  const read = async () => {
    await database.slowly(() => database.sql.query('select pg_sleep(0.2) as slow_read'))
    finished++
  }
  const reads = Array.from({ length: 40 }, read)
  for (let round = 0; round < 10; round++) {
    const [busy] = await database.sql.query<{ count: number }>(
      `select count(*) from pg_stat_activity
       where datname = current_database() and state = 'active' and query like '%slow_read%'
         and pid <> pg_backend_pid()`,
    )
    expect(busy!.count).toBeLessThanOrEqual(2)
  }
  expect(finished).toBeLessThan(40)
  await Promise.all(reads)
})

test('more slow reads than can be served soon are refused immediately, with 503', async () => {
  let letGo = () => {}
  const hold = new Promise<void>(resolve => {
    letGo = resolve
  })
  const reads = Array.from({ length: 200 }, () => database.slowly(() => hold).catch(error => error.code))
  const refused = reads.at(-1)
  expect(await refused).toBe('unavailable')
  letGo()
  const told = await Promise.all(reads)
  expect(told.filter(code => code === 'unavailable')).toHaveLength(200 - 2 - 2 * 50)
})

test('each slow read is planned for its own values, and a failed one leaves its connection unchanged', async () => {
  const setting = "select current_setting('plan_cache_mode') as mode"
  await expect(database.slowly(reads => reads.sql.query('select 1 / 0'))).rejects.toThrow('division by zero')
  expect(await database.slowly(reads => reads.sql.query(setting))).toEqual([{ mode: 'force_custom_plan' }])
  expect(await database.sql.query(setting)).toEqual([{ mode: 'auto' }])
})

test("one account's slow reads take half of the slots, and another's is next no matter how many wait", async () => {
  const { slowly } = createSlowReads(16, { primary: {} as ReadAccess })
  const begun: number[] = []
  const held = Promise.withResolvers<void>()
  const read = (accountId: number) =>
    slowly(
      async () => {
        begun.push(accountId)
        await held.promise
      },
      { accountId },
    )
  const reads = Array.from({ length: 30 }, () => read(1))
  await Promise.resolve()
  expect(begun).toEqual([1, 1])
  reads.push(read(2), read(2), read(2))
  await Promise.resolve()
  expect(begun).toEqual([1, 1, 2, 2])
  held.resolve()
  await Promise.all(reads)
  // It runs before 26 of the other 28: as soon as one of its own two has ended.
  expect(begun.indexOf(2, 4)).toBeLessThanOrEqual(6)
})

test('an account whose next list would wait over two seconds is refused with a time, while others are served', async () => {
  let at = 0
  const { slowly } = createSlowReads(16, { primary: {} as ReadAccess, now: () => at })
  let end = () => {}
  const read = (accountId: number) =>
    slowly(() => new Promise<string>(resolve => (end = () => resolve('read'))), { accountId })
  // Two run at once, and each takes 400 ms.
  for (let round = 0; round < 40; round++) {
    const one = read(1)
    await Promise.resolve()
    at += 400
    end()
    await one
  }
  const held = Promise.withResolvers<void>()
  const poll = () =>
    slowly(() => held.promise, { accountId: 1 }).then(
      () => 'read',
      error => error,
    )
  const polls = Array.from({ length: 22 }, poll)
  const told = await Promise.race(polls.slice(12))
  expect(told).toMatchObject({ code: 'rate_limited', retryAfterS: 3 })
  const another = slowly(async () => 'read', { accountId: 2 })
  expect(await another).toBe('read')
  held.resolve()
  expect((await Promise.all(polls)).filter(answer => answer === 'read')).toHaveLength(12)
})

test('searches of one account run one at a time, those of two in parallel, and beyond twenty waiting are refused', async () => {
  const begun: number[] = []
  const held = Promise.withResolvers<void>()
  const search = (accountId: number) =>
    searchInTurn(accountId, async () => {
      begun.push(accountId)
      await held.promise
    })
  const searches = Array.from({ length: 21 }, () => search(1))
  await expect(search(1)).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 2 })
  searches.push(search(2), search(3))
  expect(begun).toEqual([1, 2])
  held.resolve()
  await Promise.all(searches)
  expect(begun.indexOf(3)).toBeLessThanOrEqual(4)
})

// A read that names no account has its own lane. An account whose lists used it could fill the whole room.
test("every slow read names its account, except the operator's lists", () => {
  const statistics = 'payments/statistics/(read-volume-by-account|account-usage)'
  const ofOperator = new RegExp(`^src/(web/operator/.*|people/list-accounts|${statistics}|doctor/read-backlog)\\.ts$`)
  const found = sources().flatMap(file => callsOf(file).map(names => ({ file, names })))
  expect(found.length).toBeGreaterThan(40)
  const nameless = found.filter(({ file, names }) => names === 1 && !ofOperator.test(file))
  expect(nameless.map(({ file }) => file)).toEqual([])
})

const root = path.join(import.meta.dirname, '../..')

function sources(): string[] {
  return ['src', 'bot'].flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map(name => `${folder}/${name.replaceAll(path.sep, '/')}`)
      .filter(name => name.endsWith('.ts')),
  )
}

/** Returns the number of arguments of each call of `slowly` and `freshly`. */
function callsOf(file: string): number[] {
  const calls: number[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const call = node as {
      type?: string
      callee?: { name?: string; property?: { name?: string } }
      arguments?: unknown[]
    }
    const name = call.callee?.property?.name ?? call.callee?.name
    if (call.type === 'CallExpression' && /^(slowly|freshly)$/.test(name ?? '')) calls.push(call.arguments!.length)
    for (const inner of Object.values(node)) visit(inner)
  }
  const source = readFileSync(path.join(root, file), 'utf8')
  if (/\b(slowly|freshly)\(/.test(source)) visit(parseSync(file, source).program)
  return calls
}
