import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import { deliverCallbacks } from '../../src/callbacks/deliver-callbacks.ts'
import type { CodeRow } from '../../src/connectors/simulator/code.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { type Outbound, OutboundError } from '../../src/lib/outbound.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { pollCharges } from '../../src/money/poll-charges.ts'
import { chargePayments } from '../../src/payments/charge-payments.ts'
import { expirePayments } from '../../src/payments/expire-payments.ts'
import type { TestShop } from '../kit/app.ts'
import { shuffleItems } from '../kit/draws/shuffle-items.ts'
import { type CreatedPayment, create } from '../payments/scenario.ts'

/** A notification as its provider sends it. */
export interface SimulatedPush {
  url: string
  headers: Record<string, string>
  body: string
}

export interface SimulatedPayments {
  shop: TestShop
  /** The provider's own address; only requests to it fail. */
  address: string
  /** The minimum amount of a code. */
  least: number
  /** The notification about a paid code, as the provider signs it. */
  pushOf(code: CodeRow, url: string): SimulatedPush
  /** The number of payments; by default 100, or `SIMULATED_PAYMENTS`. */
  count?: number
}

/** The percentage of requests and of notifications that fail. */
const faultPercent = 30
const batchMax = 100
/** As many as a busy machine answers before they time out. */
const atOnce = 20
const askedAtOnce = 200
const rounds = 40
const roundsInBatch = 3
const roundsOfQuestions = 2_000

/**
 * Makes payments whose codes are paid at random. Meanwhile requests fail before and after the provider's work, and
 * notifications are lost, duplicated, forged and reordered. Then it checks that no money is lost or counted twice, and
 * that no payment is paid without money.
 */
export async function expectEveryRupiah(terms: SimulatedPayments): Promise<void> {
  const { shop } = terms
  const real = shop.app.outbound
  const count = terms.count ?? Number(process.env.SIMULATED_PAYMENTS ?? 100)
  let isFaulty = true
  Object.assign(shop.app, { outbound: failingAtRandom(real, at => isFaulty && at.startsWith(terms.address)) })
  const paid = new Map<string, number>()
  const all: CreatedPayment[] = []
  try {
    for (let made = 0; made < count; made += batchMax) {
      const payments = await createSome(terms, Math.min(batchMax, count - made))
      all.push(...payments)
      for (const [invoice, amount] of await payAtRandom(terms, payments)) paid.set(invoice, amount)
    }
    isFaulty = false
    // After the life of every code, its grace period, and the time during which late money is searched for.
    for (const seconds of [0, 7_200, 90_000, 90_000]) {
      shop.advance(seconds)
      await askAll(shop)
      while ((await expirePayments(shop.app)) > 0);
    }
  } finally {
    Object.assign(shop.app, { outbound: real })
  }
  while ((await waitUntilFinished(deliverCallbacks(shop.app, 1000))) > 0);
  await expectAllCounted(shop, all, paid)
  expect(await findViolations(shop.app)).toEqual([])
}

function failingAtRandom(real: Outbound, mayFail: (address: string) => boolean): Outbound {
  const fetch: Outbound['fetch'] = async (address, options) => {
    if (!mayFail(address) || randomInt(100) >= faultPercent) return real.fetch(address, options)
    const fault = randomInt(5)
    if (fault === 0) throw new OutboundError('failed', 'the connection was closed')
    if (fault === 1) return { status: 503, headers: {}, body: Buffer.from('<h1>Service Unavailable</h1>') }
    const answer = await real.fetch(address, options)
    if (fault === 2) throw new OutboundError('timeout', 'the provider took too long')
    if (fault === 3) return { ...answer, body: answer.body.subarray(0, answer.body.length / 2) }
    return { ...answer, status: 502, body: Buffer.from('<html>Bad Gateway</html>') }
  }
  return { ...real, fetch }
}

async function createSome({ shop, least }: SimulatedPayments, count: number): Promise<CreatedPayment[]> {
  const amounts = Array.from({ length: count }, () => least + randomInt(50_000))
  const payments = await inTurns(amounts, amount => create(shop, { payment_method: 'qris_user', amount }))
  for (let round = 0; round < rounds; round++) {
    await shop.app.sql.write("update charge set ask_at = now(), leased_until = '-infinity' where state = 'waiting'")
    await waitUntilFinished(chargePayments(shop.app, 1000))
    const [waiting] = await shop.app.sql.query<{ count: number }>(
      "select count(*)::integer as count from charge where state = 'waiting' and not is_closed",
    )
    if (waiting!.count === 0) break
  }
  return payments
}

/** Works on a few items at a time; returns the results in the order of the items. */
async function inTurns<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += atOnce) {
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(work))))
  }
  return results
}

/** Pays codes at random; returns the money received, by invoice. */
async function payAtRandom(terms: SimulatedPayments, payments: CreatedPayment[]): Promise<Map<string, number>> {
  const { shop, pushOf } = terms
  const codes = await shop.app.sql.query<CodeRow & { invoice_id: string; hook: string }>(
    `select s.*, g.invoice_id, coalesce(s.notify_url, concat_ws('/', $2::text, 'hooks', c.connector, c.id)) as hook
     from charge g join sandbox.code s on s.qris = g.qris join connection c on c.id = g.connection_id
     where g.invoice_id = any($1) and g.state = 'coded' order by g.id`,
    [payments.map(({ invoice_id }) => invoice_id), shop.url],
  )
  const came = new Map<string, number>()
  const pushes: SimulatedPush[] = []
  for (const code of codes) {
    const isPaid = randomInt(100) < 70
    const paidAt = new Date(shop.app.now().getTime())
    if (isPaid) {
      await shop.app.sql.write(
        'update sandbox.code set paid_at = $2, transfer_reference = $3, payer_app = $4 where id = $1',
        [code.id, paidAt, String(code.id), 'Sandbox'],
      )
      came.set(code.invoice_id, code.amount)
    }
    const push = pushOf({ ...code, paid_at: isPaid ? paidAt : null }, code.hook)
    // The provider sends no notification about an unpaid code: only a forger does, with and without a correct
    // signature.
    const copies = isPaid ? [0, 1, 1, 2][randomInt(4)]! : randomInt(2)
    for (let copy = 0; copy < copies; copy++) pushes.push(push)
    if (randomInt(100) < faultPercent)
      pushes.push({ ...push, body: push.body.replace(/\d/, digit => `${9 - Number(digit)}`) })
  }
  await inTurns(shuffleItems(pushes), async ({ url, headers, body }) => {
    const answer = await fetch(url, { method: 'POST', headers, body })
    await answer.arrayBuffer()
  })
  for (let round = 0; round < roundsInBatch; round++) {
    await reopenConnections(shop)
    await waitUntilFinished(pollCharges(shop.app, askedAtOnce))
  }
  return came
}

/** Checks every open code until each has been answered, as a shop does within minutes of real time. */
async function askAll(shop: TestShop): Promise<void> {
  shop.advance(restS)
  const since = shop.app.now()
  for (let round = 0; round < roundsOfQuestions; round++) {
    await reopenConnections(shop)
    const due = await shop.app.sql.query(
      `update charge set ask_at = now(), leased_until = '-infinity'
       where id in (
         select id from charge
         where state = 'coded' and not is_closed and coalesce(answered_until, '-infinity') < $1
         order by id limit $2)
       returning id`,
      [since, askedAtOnce],
    )
    if (due.length === 0) return
    await waitUntilFinished(pollCharges(shop.app, askedAtOnce))
  }
  throw new Error('some codes were never answered')
}

/** Ends the pause of a connection after several failures. */
async function reopenConnections(shop: TestShop): Promise<void> {
  await shop.app.sql.write(
    "update reading set quiet_until = '-infinity', asking_failures = 0, asked_until = '-infinity'",
  )
}

/** The pause, in seconds, for a provider that must not be polled. */
const restS = 61

/** Makes every code due, as after the minute's pause for a provider that must not be polled. */
export async function letRest(shop: TestShop): Promise<void> {
  shop.advance(restS)
  await shop.app.sql.write("update charge set leased_until = '-infinity' where lease_token is null and not is_closed")
  await shop.hurry()
}

async function expectAllCounted(shop: TestShop, payments: CreatedPayment[], paid: Map<string, number>): Promise<void> {
  const rows = await shop.app.sql.query<{
    invoice_id: string
    status: string
    settled: number
    seen: number
    sum: number
  }>(
    `select p.invoice_id, p.status,
       (select count(*) from transfer t where t.invoice_id = p.invoice_id and t.state = 'settled')::integer as settled,
       (select count(*) from transfer t where t.invoice_id = p.invoice_id)::integer as seen,
       (select coalesce(sum(m.amount), 0) from movement m where m.invoice_id = p.invoice_id)::bigint as sum
     from payment p where p.invoice_id = any($1)`,
    [payments.map(({ invoice_id }) => invoice_id)],
  )
  const got = rows.map(({ invoice_id, status, settled, seen, sum }) => {
    const amount = paid.get(invoice_id)
    const isKnown = amount === undefined ? seen === 0 && status !== 'paid' : seen === 1
    // Money that was seen too late waits for a person, so it is not lost.
    const isBooked = status === 'paid' ? settled === 1 && Number(sum) === amount : Number(sum) === 0
    return isKnown && isBooked ? null : { invoice_id, status, settled, seen, sum, amount }
  })
  expect(got.filter(row => row !== null)).toEqual([])
  const paidInTime = rows.filter(({ invoice_id, status }) => paid.has(invoice_id) && status === 'paid')
  expect(paidInTime.length).toBeGreaterThan(paid.size * 0.9)
}
