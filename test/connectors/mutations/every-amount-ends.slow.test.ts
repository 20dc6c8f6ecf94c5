import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '../../../src/doctor/find-violations.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { shuffleItems } from '../../kit/draws/shuffle-items.ts'
import { connectPhone, dots, forward, nativeHeaders, now, orderFrom, type Phone, secret } from './phone.ts'

// WARUNG_PUSHES=10000 npm test -- test/connectors/mutations/every-amount-ends.slow.test.ts
const pushes = Number(process.env.WARUNG_PUSHES ?? 250)
const atOnce = 8
const timeoutMs = 30_000 + pushes * 100

let shop: TestShop
let phone: Phone

beforeAll(async () => {
  shop = await createTestShop()
  phone = await connectPhone(shop)
})
afterAll(() => shop.close())

/** A notification that a phone showed: its money counts once, whatever the network does to its requests. */
interface Shown {
  amount: number
  /** Whether the request contains the amount. */
  isSaid: boolean
  requests: { body: object; time: string; nonce: string | undefined }[]
}

const isOneIn = (count: number) => randomInt(count) === 0
const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)]!

let shownSoFar = 0

/**
 * Creates a notification with random fields omitted, the amount in a format of some forwarder, and one or more
 * requests.
 */
function show(amount: number): Shown {
  const number = ++shownSoFar
  const words = pick([
    { text: `Kamu menerima Rp${dots(amount)} dari SITI`, amount },
    { text: `Kamu menerima Rp${dots(amount)} dari SITI`, amount: undefined },
    { text: `Kamu menerima Rp${dots(amount)} dari SITI`, amount: 0 },
    { text: `Rp${dots(amount)} mendarat`, amount },
    { text: `Rp${dots(amount + 1000)} mendarat bersama`, amount: String(amount) },
    // The forwarder has read a different amount from that in the text.
    { text: `Kamu menerima Rp${dots(amount * 10)} dari SITI`, amount },
    { text: undefined, amount },
    { text: `Ada yang baru di aplikasi ${number}`, amount: undefined },
  ])
  const isIdentified = !isOneIn(3)
  const [app, own] = pick([
    ['com.gojek.gopay', 'GoPay'],
    ['com.bca', 'BCA'],
  ])
  const body = {
    ...(isIdentified && isOneIn(2) ? { event_id: `E-${number}` } : {}),
    ...(isIdentified ? { occurred_at: new Date(shop.app.now().getTime() + number).toISOString() } : {}),
    ...(isOneIn(20) && words.amount === amount ? {} : { package_name: app }),
    ...(words.text !== undefined && !isOneIn(4) ? { title: pick([own, own, words.amount ? 'Budi' : own]) } : {}),
    ...(isOneIn(3) ? { notificationKey: `0|com.gojek.gopay|${randomInt(3)}` } : {}),
    ...words,
  }
  // Each request contains a single notification.
  const time = String(begunAt + number)
  const isNameless = isOneIn(4) && isIdentified
  const requests = Array.from({ length: 1 + (isOneIn(3) ? randomInt(1, 4) : 0) }, () => ({
    body,
    time,
    nonce: isNameless ? undefined : `nonce-${number}`,
  }))
  return { amount, isSaid: words.text?.includes('menerima') === true || words.amount !== undefined, requests }
}

const begunAt = Number(now())

interface Ended {
  paid: number
  review: number
  merged: number
  unread: number
}

async function sumsOf({ connectionId }: Phone): Promise<Ended> {
  const [row] = await shop.app.sql.query<Ended>(
    `select
       coalesce((select sum(amount) from transfer where connection_id = $1 and state = 'settled'), 0)::bigint paid,
       coalesce((select sum(amount) from transfer where connection_id = $1 and state = 'review'), 0)::bigint review,
       coalesce((select sum(amount) from sighting where connection_id = $1 and merged_by is not null), 0)::bigint
         merged,
       coalesce((select sum(amount) from unread_notification where connection_id = $1), 0)::bigint unread`,
    [connectionId],
  )
  return row!
}

test(
  `${pushes} pushes with losses, repeats, disorder and missing fields: each amount ends, and the sum is exact`,
  async () => {
    const payments = []
    for (let count = 0; count < Math.min(60, pushes / 5); count++) payments.push(await orderFrom(shop, phone, 15_000))
    const shown: Shown[] = []
    let left = pushes
    while (left > 0) {
      const amount = isOneIn(4) ? pick(payments).final_amount : randomInt(1001, 90_000)
      const one = show(amount)
      left -= one.requests.length
      shown.push(one)
    }
    // A lost answer causes the next request: all of them arrive, in any order, several simultaneously.
    const requests = shuffleItems(shown.flatMap(one => one.requests))
    const statuses = new Set<number>()
    await Promise.all(
      Array.from({ length: atOnce }, async (_, worker) => {
        for (let place = worker; place < requests.length; place += atOnce) {
          const { body, time, nonce } = requests[place]!
          const sent = nonce === undefined ? signedWithoutNonce(time) : nativeHeaders(time, secret, nonce)
          const receivedAt = new Date(Number(time) * 1000)
          statuses.add((await forward(shop, phone.connectionId, body, sent, { receivedAt })).status)
        }
      }),
    )
    expect([...statuses]).toEqual([200])

    const sums = await sumsOf(phone)
    const said = shown.filter(({ isSaid }) => isSaid).reduce((sum, { amount }) => sum + amount, 0)
    expect(sums.paid + sums.review + sums.merged + sums.unread).toBe(said)
    const paid = await shop.app.sql.query<{ final_amount: number; transfers: number }>(
      `select p.final_amount,
       (select count(*) from transfer t where t.invoice_id = p.invoice_id and t.state = 'settled') as transfers
     from payment p where p.invoice_id = any($1) and p.status = 'paid'`,
      [payments.map(({ invoice_id }) => invoice_id)],
    )
    expect(paid.filter(({ transfers }) => transfers !== 1)).toEqual([])
    expect(paid.reduce((sum, { final_amount }) => sum + final_amount, 0)).toBe(sums.paid)
    expect(await findViolations(shop.app)).toEqual([])
  },
  timeoutMs,
)

function signedWithoutNonce(time: string) {
  return (body: string) => {
    const { 'x-mutation-nonce': _, ...headers } = nativeHeaders(time)(body)
    return headers
  }
}
