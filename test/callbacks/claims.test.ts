import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ClaimedDelivery } from '../../src/callbacks/claimed-delivery.ts'
import {
  type ClaimValues,
  claimSql,
  dueCallbacksSql,
  lockAccountsSql,
  markSql,
} from '../../src/callbacks/deliver-callbacks-sql.ts'
import type { OutcomeRow } from '../../src/callbacks/leased-sql.ts'
import { encodeInvoiceMonth } from '../../src/lib/ids.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

// Tests which callbacks are sent, and in which order, with the statements alone on rows of a simulated backlog.

let shop: TestShop
let now: Date

beforeAll(async () => {
  shop = await createTestShop({ isAlone: true })
  now = shop.app.now()
})
afterAll(() => shop.close())
afterEach(async () => {
  for (const table of ['delivery_attempt', 'delivery', 'callback_endpoint', 'event']) {
    await shop.app.sql.write(`delete from ${table}`)
  }
})

const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const origin = 'https://shop.example'

interface Planted {
  name: string
  /** The time until it is due, in seconds from now. */
  dueS?: number
  attempts?: number
  origin?: string
  accountId?: number
  state?: string
  leased?: 'now' | 'hanging' | 'expired'
}

/** Inserts a waiting callback, named by its invoice. */
async function plant({ name, dueS = -10, attempts = 0, state = 'pending', leased, ...more }: Planted): Promise<void> {
  const accountId = more.accountId ?? shop.demo.accountId
  const event = randomUUID()
  const month = encodeInvoiceMonth(now)
  await shop.app.sql.write(
    `insert into event (id, account_id, mode, type, subject, month, payload, created_at)
     values ($1, $2, 'test', 'payment.paid', $3, $4, jsonb_build_object('invoiceId', $3::text), $5)`,
    [event, accountId, name, month, now],
  )
  await shop.app.sql.write(
    `insert into delivery (event_id, account_id, mode, invoice_id, month, url, state, attempts, next_at, created_at,
       lease_token, lease_holder, leased_until)
     values ($1, $2, 'test', $3, $4, $5, $6, $7, $8, $9, $10, $11,
       case $12::text when 'now' then now() + interval '1 hour' when 'hanging' then now() + interval '42 s'
         when 'expired' then now() - interval '1 second'
         else '-infinity' end)`,
    [
      ...[event, accountId, name, month, `${more.origin ?? origin}/hook`, state, attempts, at(dueS), now],
      ...[leased ? randomUUID() : null, leased ? 'another' : null, leased ?? null],
    ],
  )
}

async function plantMany(names: string[], more: Omit<Planted, 'name'> = {}): Promise<void> {
  for (const [place, name] of names.entries()) await plant({ dueS: place - 100, ...more, name })
}

const breaker = (openS: number, blockedS: number | null, accountId = shop.demo.accountId) =>
  shop.app.sql.write(
    'insert into callback_endpoint (account_id, origin, open_s, blocked_until, failing_since) values ($1, $2, $3, $4, $5)',
    [accountId, origin, openS, blockedS === null ? null : at(blockedS), blockedS === null ? null : now],
  )

const here = () => ({ account_id: shop.demo.accountId, origin })
type Taken = Pick<ClaimedDelivery, 'invoiceId' | 'full' | 'troubled' | 'hurried'>
const take = async (more: Partial<ClaimValues> = {}) => {
  const asked = { endpoint: [here()], now, limit: 100, perEndpoint: 5, perAccount: 50, holder: 'me', leaseS: 45 }
  return (await shop.app.sql.query(claimSql, { ...asked, ...more })) as unknown as Taken[]
}
const namesOf = (rows: Taken[]) => rows.map(({ invoiceId }) => invoiceId).toSorted()
const taken = async () => namesOf(await take())
const numbered = (count: number) => Array.from({ length: count }, (_, place) => `c${String(place).padStart(2, '0')}`)

describe('addresses with due callbacks', () => {
  const due = async () => {
    const rows = await shop.app.transaction('installation', tx => tx.query(lockAccountsSql, { now }))
    return rows
      .map(({ id, origins }) => `${id === shop.demo.accountId ? 'demo' : 'second'} ${origins.toSorted()}`)
      .toSorted()
  }
  const isDue = async () =>
    (await shop.app.sql.query(`select 1 as yes ${dueCallbacksSql.replaceAll(':now', '$1')} limit 1`, [now])).length > 0

  test('the due addresses are those with a due first attempt or retry that is not claimed', async () => {
    expect([await due(), await isDue()]).toEqual([[], false])
    await plant({ name: 'later', dueS: 1 })
    await plant({ name: 'retry later', dueS: 1, attempts: 2 })
    await plant({ name: 'over', state: 'delivered', origin: 'https://a.example' })
    await plant({ name: 'paused', state: 'paused', origin: 'https://b.example' })
    await plant({ name: 'on its way', leased: 'now', origin: 'https://c.example' })
    expect([await due(), await isDue()]).toEqual([[], false])
    await plant({ name: 'now', dueS: 0, origin: 'https://d.example' })
    await plant({ name: 'retry now', dueS: 0, attempts: 1, origin: 'https://e.example' })
    await plant({ name: 'of others', accountId: shop.second.accountId })
    expect(await due()).toEqual(['demo https://d.example,https://e.example', 'second https://shop.example'])
    expect(await isDue()).toBe(true)
  })

  test('addresses are also searched for deliveries that a dead process left behind', async () => {
    await plant({ name: 'left', leased: 'expired' })
    expect(await isDue()).toBe(true)
  })
})

describe('due callbacks', () => {
  test('an address gets its five oldest callbacks at once, and the last one says if others may wait', async () => {
    await plantMany(numbered(7).toReversed(), {})
    await plantMany(['elsewhere'], { origin: 'https://other.example' })
    await plantMany(['of others'], { accountId: shop.second.accountId })
    const rows = await take()
    expect(namesOf(rows)).toEqual(['c02', 'c03', 'c04', 'c05', 'c06'])
    expect(namesOf(rows.filter(({ full }) => full))).toEqual(['c02'])
    expect(await taken()).toEqual([])
  })

  test('running deliveries occupy places, first attempts precede retries, and none is sent early', async () => {
    await plantMany(['under way', 'also'], { leased: 'now' })
    await plantMany(['old retry', 'older retry'], { attempts: 1, dueS: -900 })
    await plantMany(['first', 'second'])
    await plant({ name: 'later', dueS: 1 })
    await plant({ name: 'retry later', dueS: 1, attempts: 1 })
    await plant({ name: 'over', state: 'exhausted' })
    const names = await taken()
    expect(names).toEqual(expect.arrayContaining(['first', 'second']))
    expect(names).toHaveLength(3)
  })

  test('running deliveries are limited per account over all addresses, and per process', async () => {
    const others = ['https://a.example', 'https://b.example']
    for (const [place, one] of others.entries())
      await plantMany(
        numbered(3).map(name => `${place}${name}`),
        { origin: one },
      )
    await plant({ name: 'under way', leased: 'now', origin: 'https://z.example' })
    const endpoint = [...others, 'https://z.example'].map(one => ({ account_id: shop.demo.accountId, origin: one }))
    await plant({ name: 'theirs', accountId: shop.second.accountId })
    const theirs = { account_id: shop.second.accountId, origin }
    const some = await take({ endpoint: [...endpoint, theirs], perAccount: 5 })
    expect(namesOf(some).filter(name => name !== 'theirs')).toHaveLength(4)
    // The first callback of each address comes before the second of any.
    expect(namesOf(some)).toEqual(expect.arrayContaining(['0c00', '1c00', 'theirs']))
    expect(namesOf(some.filter(({ full }) => full))).not.toContain('theirs')
    expect(some.filter(({ full }) => full)).toHaveLength(1)
    expect(await take({ endpoint, limit: 1 })).toHaveLength(1)
  })

  test('a closed address receives nothing, and a reopened one delivery at a time', async () => {
    await plantMany(numbered(3))
    await breaker(60, 1)
    expect(await taken()).toEqual([])
    await shop.app.sql.write('update callback_endpoint set blocked_until = $1', [now])
    const [first, ...more] = await take()
    expect([first, more]).toEqual([expect.objectContaining({ invoiceId: 'c00', full: true, troubled: true }), []])
    expect(await taken()).toEqual([])
  })

  test('an address with three hanging callbacks gets no more until one ends, with two it gets the rest', async () => {
    await plantMany(['two hang', 'and this'], { leased: 'hanging' })
    await plantMany(numbered(6))
    expect(await taken()).toEqual(['c00', 'c01', 'c02'])
    await plantMany(['a third'], { leased: 'hanging' })
    await shop.app.sql.write("update delivery set lease_token = null where lease_holder = 'me'")
    await plantMany(['of others'], { accountId: shop.second.accountId })
    expect(namesOf(await take({ endpoint: [here(), { ...here(), account_id: shop.second.accountId }] }))).toEqual([
      'of others',
    ])
  })

  test('a first attempt has less time if the address failed last and its breaker is closed', async () => {
    const hurried = async (name: string) => {
      await plant({ name })
      const rows = await take()
      await shop.app.sql.write('delete from delivery')
      return rows.map(row => row.hurried)
    }
    expect(await hurried('well')).toEqual([false])
    await breaker(0, -1)
    expect(await hurried('failing')).toEqual([true])
    await shop.app.sql.write('update callback_endpoint set open_s = 60')
    expect(await hurried('tried again')).toEqual([false])
  })

  test("an address whose breaker is open gets the usual time, whatever another account's breaker does", async () => {
    await plantMany(numbered(6))
    await breaker(60, 60, shop.second.accountId)
    await breaker(0, null)
    const rows = await take()
    expect(rows).toHaveLength(5)
    expect(rows.some(({ troubled }) => troubled)).toBe(false)
  })
})

describe('the outcome of a callback', () => {
  const outcomeOf = (id: number, token: string, more: Partial<OutcomeRow> = {}) => ({
    id,
    token,
    state: 'pending',
    number: 3,
    next_at: at(30),
    month: encodeInvoiceMonth(now),
    status: 500,
    duration_ms: 12,
    error: 'the receiver answered 500',
    response: 'no',
    ...more,
  })
  const rows = () =>
    shop.app.sql.query(
      `select invoice_id, state, attempts, next_at, lease_token, lease_holder, leased_until < now() as is_free
       from delivery order by invoice_id`,
    )

  test('an outcome is written only to deliveries of its lease, with its attempt, and ends the lease', async () => {
    await plantMany(['one', 'two'])
    await take()
    const held = await shop.app.sql.query<{
      id: number
      token: string
      invoice_id: string
      holder: string
      left: number
    }>(
      `select id, lease_token as token, invoice_id, lease_holder as holder,
         round(extract(epoch from leased_until - now()))::integer as "left" from delivery order by invoice_id`,
    )
    expect(held.map(({ holder, left }) => [holder, left > 30 && left <= 45])).toEqual([
      ['me', true],
      ['me', true],
    ])
    const [one, two] = held as [(typeof held)[0], (typeof held)[0]]
    const lost = outcomeOf(two.id, randomUUID())
    expect(await shop.app.sql.query(markSql, { outcome: [outcomeOf(one.id, one.token), lost], now })).toEqual([
      { id: one.id },
    ])
    expect(await rows()).toEqual([
      {
        invoice_id: 'one',
        state: 'pending',
        attempts: 3,
        next_at: at(30),
        lease_token: null,
        lease_holder: null,
        is_free: true,
      },
      expect.objectContaining({ invoice_id: 'two', attempts: 0, lease_token: two.token, is_free: false }),
    ])
    const attempts = await shop.app.sql.query(
      'select delivery_id, number, account_id, attempted_at, status, duration_ms, error, response from delivery_attempt',
    )
    expect(attempts).toEqual([
      {
        delivery_id: one.id,
        number: 3,
        account_id: shop.demo.accountId,
        attempted_at: now,
        status: 500,
        duration_ms: 12,
        error: 'the receiver answered 500',
        response: 'no',
      },
    ])
    await shop.app.sql.write("update delivery set state = 'stopped' where id = $1", [two.id])
    expect(await shop.app.sql.query(markSql, { outcome: [outcomeOf(two.id, two.token)], now })).toEqual([])
  })
})
