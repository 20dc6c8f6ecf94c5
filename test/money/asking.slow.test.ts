import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectors } from '../../src/connectors/index.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { pollCharges } from '../../src/money/poll-charges.ts'
import { pollSoon } from '../../src/money/poll-soon.ts'
import { chargePayments } from '../../src/payments/charge-payments.ts'
import { watchPayments } from '../../src/payments/watch-payments.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { interceptSql } from '../kit/intercept-sql.ts'
import { type CreatedPayment, create, statusOf } from '../payments/scenario.ts'

const intervalS = 15
const requestsPerS = 2

let shop: TestShop
/** The questions sent to the provider, in order. */
let asked: string[]
let paid: Set<string>
let isDark: boolean
/** The provider answers no request before this resolves. */
let answering: Promise<unknown>

beforeEach(async () => {
  asked = []
  paid = new Set()
  isDark = false
  answering = Promise.resolve()
  const interactive = {
    ...connectors.interactive!,
    status: async (_call: unknown, { providerInvoiceId, amount }: { providerInvoiceId: string; amount: number }) => {
      asked.push(providerInvoiceId)
      await answering
      if (isDark) throw new Error('nobody is there')
      if (!paid.has(providerInvoiceId)) return { paid: false as const }
      const transfer = { reference: providerInvoiceId, amount, occurredAt: new Date(), payerName: null, payerApp: null }
      return { paid: true as const, transfer }
    },
  }
  shop = await createTestShop({ parts: { connectors: { ...connectors, interactive } } })
  const window = { intervalS, requestsPerS, lateS: 600, graceS: 300 }
  await shop.app.sql.write('update connection set window_overrides = $1 where connector = $2', [
    JSON.stringify(window),
    'interactive',
  ])
})

afterEach(() => shop.close())

/** Creates a payment whose provider has just created the code. */
async function createCoded(): Promise<CreatedPayment & { code: string }> {
  const payment = await create(shop, { payment_method: 'qris' })
  await waitUntilFinished(chargePayments(shop.app, 100))
  const rows = await shop.app.sql.query<{ code: string }>(
    'select provider_invoice_id as code from charge where invoice_id = $1',
    [payment.invoice_id],
  )
  return { ...payment, code: rows[0]!.code }
}

/** Adds this number of codes like this one, created this long ago; all of them may be checked now. */
async function addCodes(like: CreatedPayment, howMany: number, ageS: [number, number], prefix: string): Promise<void> {
  await shop.app.sql.write(
    `with made as (
       insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount,
         created_at, expires_at)
       select 'INV-' || $3::text || lpad(n::text, 16, '0'), p.account_id, p.mode, p.payment_method, p.amount,
         p.unique_code, p.final_amount,
         at, at + interval '30 minutes'
       from payment p, generate_series(1, $2::integer) n,
         lateral (select now() - make_interval(secs => $4 + ($5::float8 - $4::float8) * n / $2) as at) times
       where p.invoice_id = $1 returning invoice_id, account_id, final_amount, created_at)
     insert into charge (invoice_id, account_id, connection_id, method, amount, reference, state, qris,
       provider_invoice_id, request_date,
       payable_until, ask_at)
     select m.invoice_id, m.account_id, g.connection_id, g.method, m.final_amount, m.invoice_id || '-1', 'coded',
       g.qris, m.invoice_id, m.created_at,
       m.created_at + interval '35 minutes', now() - interval '1 second'
     from made m, charge g where g.invoice_id = $1`,
    [like.invoice_id, howMany, prefix, ...ageS],
  )
}

/** Lets a second pass for the checked charges, and runs the sweep. */
async function second(): Promise<void> {
  await Promise.all(await beginSecond())
}

/** Starts a second and returns its checks. */
async function beginSecond(): Promise<Promise<void>[]> {
  await shop.app.sql.write(
    "update charge set ask_at = ask_at - interval '1 second' where ask_at > now() - interval '1 second'",
  )
  await shop.app.sql.write(
    "update reading set asked_until = asked_until - interval '1 second', quiet_until = quiet_until - interval '1 second'",
  )
  return (await pollCharges(shop.app, 200)).work
}

test('a new code among 10,000 open and 10,000 expired ones is found within two of its intervals', async () => {
  const first = await createCoded()
  await addCodes(first, 10_000, [20, 1700], 'OPEN')
  await addCodes(first, 10_000, [2150, 2600], 'OVER')
  for (let at = 0; at < 5; at++) await second()
  const fresh = await createCoded()
  paid.add(fresh.code)
  asked.length = 0
  let seconds = 0
  while (seconds < 2 * intervalS && !asked.includes(fresh.code)) {
    await second()
    seconds++
  }
  expect(asked).toContain(fresh.code)
  expect(await statusOf(shop, fresh)).toBe('paid')
  // Real time passes too.
  expect(asked.length).toBeLessThanOrEqual(requestsPerS * (seconds + 12))
  expect(asked.filter(code => code.startsWith('INV-OVER')).length).toBeLessThan(asked.length / 2)
}, 60_000)

test('an old code on an open page precedes newer ones, and the longest waiting gets a turn', async () => {
  const first = await createCoded()
  await addCodes(first, 200, [20, 1700], 'OPEN')
  const old = `INV-OPEN${'199'.padStart(16, '0')}`
  await watchPayments(shop.app, [old])
  for (let at = 0; at < 4; at++) await second()
  expect(asked).toContain(old)
  const waiting = `INV-OPEN${'150'.padStart(16, '0')}`
  await shop.app.sql.write("update charge set ask_at = now() - interval '1 hour' where invoice_id = $1", [waiting])
  for (let at = 0; at < 40 && !asked.includes(waiting); at++) await second()
  expect(asked).toContain(waiting)
})

test('codes are checked at their interval, at any age, and no more often', async () => {
  const first = await createCoded()
  await addCodes(first, 1, [1000, 1000], 'OPEN')
  const old = `INV-OPEN${'1'.padStart(16, '0')}`
  for (let at = 0; at < 3 * intervalS; at++) {
    await watchPayments(shop.app, [old])
    await second()
  }
  const times = asked.filter(code => code === old).length
  expect(times).toBeGreaterThanOrEqual(2)
  expect(times).toBeLessThanOrEqual(5)
})

test('a code is checked at growing intervals as it ages, and rarely once it has expired', async () => {
  const first = await createCoded()
  await shop.app.sql.write(`update connection set window_overrides = window_overrides || '{"requestsPerS": 100}'`)
  const pauses: [ageS: number, intervals: number][] = [
    [240, 1],
    [360, 2],
    [840, 2],
    [960, 4],
    [2000, 4],
    [2200, 20],
  ]
  for (const [ageS] of pauses) await addCodes(first, 1, [ageS, ageS], `${ageS}`.padStart(4, '0'))
  for (let at = 0; at < 3; at++) await second()
  for (const [ageS, intervals] of pauses) {
    const [row] = await shop.app.sql.query<{ pause_s: number }>(
      `select extract(epoch from ask_at - answered_until)::float8 as pause_s from charge
       where invoice_id like 'INV-' || $1 || '%'`,
      [`${ageS}`.padStart(4, '0')],
    )
    // Allows for the test's own seconds, and for the tenth by which pauses vary.
    expect(row!.pause_s, `${ageS} s old`).toBeGreaterThan(intervals * intervalS - 4)
    expect(row!.pause_s, `${ageS} s old`).toBeLessThan(intervals * intervalS * 1.1 + 10)
  }
})

test('the code of an open page is checked within two seconds, and never later than other codes', async () => {
  const first = await createCoded()
  const codes = { Later: 600, Overdue: -60, Seen: 600, SeenLong: 600, Closed: 600, Elsewhere: 600 }
  const names = Object.keys(codes) as (keyof typeof codes)[]
  const numberOf = (name: string) => `INV-CODE${`${names.indexOf(name as keyof typeof codes) + 1}`.padStart(16, '0')}`
  await addCodes(first, names.length, [1000, 1000], 'CODE')
  const set = (name: keyof typeof codes, what: string) =>
    shop.app.sql.write(`update charge set ${what} where invoice_id = $1`, [numberOf(name)])
  for (const name of names) await set(name, `ask_at = now() + interval '${codes[name]} seconds'`)
  await set('Seen', "watched_until = now() + interval '10 seconds'")
  await set('SeenLong', "watched_until = now() + interval '25 seconds'")
  await set('Closed', 'is_closed = true')
  await watchPayments(shop.app, names.filter(name => name !== 'Elsewhere').map(numberOf))
  const rows = await shop.app.sql.query<{ id: string; ask_s: number; watched_s: number | null }>(
    `select invoice_id as id, round(extract(epoch from ask_at - now()) / 10)::integer as ask_s,
       case when watched_until > now()
         then round(extract(epoch from watched_until - now()) / 10)::integer end as watched_s
     from charge where invoice_id like 'INV-CODE%' order by id`,
  )
  const told = Object.fromEntries(names.map(name => [name, rows.find(({ id }) => id === numberOf(name))!]))
  const tens = Object.fromEntries(names.map(name => [name, [told[name]!.ask_s, told[name]!.watched_s]]))
  expect(tens).toEqual({
    Later: [0, 3],
    Overdue: [-6, 3],
    Seen: [60, 3],
    SeenLong: [60, expect.any(Number)],
    Closed: [60, null],
    Elsewhere: [60, null],
  })
  expect(tens.SeenLong![1]).toBeLessThan(3)
})

describe('a failing provider', () => {
  const secondsUntil = async (column: 'ask_at' | 'quiet_until', table: 'charge' | 'reading') => {
    const [row] = await shop.app.sql.query<{ seconds: number }>(
      `select extract(epoch from max(${column}) - now())::float8 as seconds from ${table}
       where ${column} < 'infinity'`,
    )
    return row!.seconds
  }

  test('a question that fails is asked again a second later, although its pause is longer', async () => {
    await createCoded()
    await shop.app.sql.write('update charge set ask_at = now()')
    isDark = true
    await second()
    expect(asked).toHaveLength(1)
    expect(await secondsUntil('ask_at', 'charge')).toBeLessThanOrEqual(1.2)
    await shop.app.sql.write("update charge set ask_at = now() - interval '1 second'")
    await second()
    expect(asked).toHaveLength(2)
    expect(await secondsUntil('ask_at', 'charge')).toBeGreaterThan(intervalS - 5)
  })

  test('a provider that failed five questions together is tried again a second later, then less and less', async () => {
    const first = await createCoded()
    await addCodes(first, 20, [20, 1700], 'OPEN')
    isDark = true
    while ((await secondsUntil('quiet_until', 'reading')) < 0 || asked.length < 5) await second()
    expect(await secondsUntil('quiet_until', 'reading')).toBeLessThanOrEqual(1.2)
    const pauses: number[] = []
    for (let trial = 0; trial < 7; trial++) {
      await shop.app.sql.write(
        "update reading set quiet_until = now() - interval '1 second', asked_until = now() - interval '3 seconds'",
      )
      // Failures of a single code count only up to its third.
      await shop.app.sql.write("update charge set ask_at = now() - interval '1 second', failures = 0")
      await second()
      pauses.push(await secondsUntil('quiet_until', 'reading'))
    }
    expect(pauses[2]).toBeGreaterThan(4)
    expect(pauses[6]).toBeGreaterThan(45)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(72)
  })

  test('a failing provider pauses after five failures, gets single checks, and recovers', async () => {
    const first = await createCoded()
    await addCodes(first, 100, [20, 1700], 'OPEN')
    isDark = true
    for (let at = 0; at < 60; at++) await second()
    const whileDark = asked.length
    expect(whileDark).toBeGreaterThanOrEqual(6)
    expect(whileDark).toBeLessThan(20)
    isDark = false
    asked.length = 0
    for (let at = 0; at < 90; at++) await second()
    expect(asked.length).toBeGreaterThan(40)
  })
})

test('a slow provider has at most ten seconds of pending checks, and further checks follow them', async () => {
  const first = await createCoded()
  await addCodes(first, 100, [20, 1700], 'OPEN')
  let answer = () => {}
  answering = new Promise<void>(resolve => {
    answer = resolve
  })
  const questions: Promise<void>[] = []
  for (let at = 0; at < 25; at++) questions.push(...(await beginSecond()))
  expect(questions).toHaveLength(10 * requestsPerS)
  answer()
  await Promise.all(questions)
  expect(asked).toHaveLength(10 * requestsPerS)
  await second()
  expect(asked.length).toBeGreaterThan(10 * requestsPerS)
})

test('many processes that check codes at the same time share one budget', async () => {
  const first = await createCoded()
  await addCodes(first, 300, [20, 1700], 'OPEN')
  for (let turn = 0; turn < 5; turn++) {
    await Promise.all(Array.from({ length: 6 }, () => waitUntilFinished(pollCharges(shop.app, 200))))
  }
  // The budget saved two seconds; the five turns take less than five more.
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.length).toBeLessThanOrEqual(requestsPerS * 7)
})

describe('codes named by their provider', () => {
  const rest = () => pollCharges(shop.app, 200).then(({ work }) => Promise.all(work))
  const connectionOf = async ({ invoice_id }: CreatedPayment) => {
    const [row] = await shop.app.sql.query<{ connection_id: number }>(
      'select connection_id from charge where invoice_id = $1',
      [invoice_id],
    )
    return row!.connection_id
  }
  const name = async (first: CreatedPayment, codes: string[]) => {
    const charges = codes.map(providerInvoiceId => ({ reference: null, providerInvoiceId }))
    return pollSoon(shop.app, await connectionOf(first), charges)
  }
  const codesOf = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `INV-OPEN${`${from + at}`.padStart(16, '0')}`)

  test('codes that a provider names are checked at once, even if the budget is used up', async () => {
    const first = await createCoded()
    await addCodes(first, 200, [20, 1700], 'OPEN')
    await second()
    await rest()
    const before = asked.length
    const named = codesOf(100, 3)
    expect(await name(first, named)).toBe(3)
    await rest()
    expect(asked.slice(before)).toEqual(expect.arrayContaining(named))
    expect(asked.length).toBeLessThanOrEqual(before + 3 + requestsPerS)
  })

  test('codes that a provider names are checked outside the budget, in batches of ten seconds', async () => {
    const first = await createCoded()
    await addCodes(first, 200, [20, 1700], 'OPEN')
    for (let at = 0; at < 2; at++) await second()
    asked.length = 0
    const beganAt = performance.now()
    const named = codesOf(100, 50)
    expect(await name(first, named)).toBe(50)
    let hurries = 0
    const stop = shop.app.wake.on('named-charges', () => hurries++)
    for (const rounds of [1, 2, 3]) {
      const before = hurries
      await rest()
      const known = asked.filter(code => named.includes(code))
      expect(known).toHaveLength(Math.min(50, rounds * 10 * requestsPerS))
      // Answers trigger the next claim while more codes may be waiting.
      if (rounds < 3) await expect.poll(() => hurries).toBeGreaterThan(before)
      else expect(hurries).toBe(before)
    }
    stop()
    const others = asked.length - 50
    // The budget grows with the database's own clock.
    const passedS = Math.ceil((performance.now() - beganAt) / 1000)
    expect(others).toBeLessThanOrEqual((2 + passedS) * requestsPerS)
    for (let at = 0; at < 3; at++) await second()
    expect(asked.length - 50).toBeGreaterThanOrEqual(others + 3 * requestsPerS)
  })

  test('the answers about codes that were checked together are recorded by a few statements', async () => {
    const first = await createCoded()
    await addCodes(first, 200, [20, 1700], 'OPEN')
    const named = codesOf(100, 20)
    expect(await name(first, named)).toBe(20)
    let recordings = 0
    const sql = interceptSql(shop.app.sql, {
      change: text => {
        if (text.includes('update charge set answered_until')) recordings++
        return text
      },
    })
    const { work } = await pollCharges({ ...shop.app, sql }, 200)
    await Promise.all(work)
    expect(asked).toEqual(expect.arrayContaining(named))
    expect(recordings).toBeLessThanOrEqual(3)
    const [left] = await shop.app.sql.query<{ count: number }>(
      'select count(*)::integer as count from charge where provider_invoice_id = any($1) and answered_until is null',
      [named],
    )
    expect(left!.count).toBe(0)
  })
})

test('a claim that reached its limit of codes triggers the next one', async () => {
  const first = await createCoded()
  await addCodes(first, 5, [20, 60], 'OPEN')
  let hurries = 0
  const stop = shop.app.wake.on('named-charges', () => hurries++)
  await waitUntilFinished(pollCharges(shop.app, 2))
  await expect.poll(() => hurries).toBeGreaterThan(0)
  stop()
})

test('only providers that report single codes have a budget of requests', () => {
  const all = Object.values(connectors)
  const withBudget = all.filter(({ window }) => window.requestsPerS !== undefined)
  expect(withBudget).toEqual(all.filter(({ status }) => status))
  expect(withBudget.map(({ id }) => id)).toContain('snap')
})
