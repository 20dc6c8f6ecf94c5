import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeIpaymuCallback, makeIpaymuContract } from '../../../src/connectors/ipaymu/simulator.ts'
import type { CodeRow } from '../../../src/connectors/simulator/code.ts'
import { waitUntilFinished } from '../../../src/lib/started.ts'
import { pollCharges } from '../../../src/money/poll-charges.ts'
import { receivePush } from '../../../src/money/receive-push.ts'
import { chargePayments } from '../../../src/payments/charge-payments.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { type CreatedPayment, create, statusOf } from '../../payments/scenario.ts'
import { connectByKey } from '../by-key.ts'

// iPaymu signs callbacks with the account number, which is printed on invoices: anyone can forge them.
let shop: TestShop
let connectionId: number
const merchant = `1${String(randomInt(1e12)).padStart(15, '0')}`

beforeAll(async () => {
  shop = await createTestShop()
  const credentials = makeIpaymuContract(`${shop.sandboxUrl}/ipaymu`, merchant)
  // The limit of requests is iPaymu's real one; a code rests for as long as the machine may be busy.
  const window = { requestsPerS: 1, intervalS: 600 }
  connectionId = await connectByKey(shop, shop.demo, { id: 'ipaymu', credentials, window })
})
afterAll(() => shop.close())

type Coded = CreatedPayment & { code: CodeRow }

async function makeCodes(count: number): Promise<Coded[]> {
  const payments: CreatedPayment[] = []
  for (let made = 0; made < count; made++) {
    payments.push(await create(shop, { payment_method: 'qris_user', amount: 1_000 + randomInt(50_000) }))
  }
  await waitUntilFinished(chargePayments(shop.app, 1000))
  const codes = await shop.app.sql.query<CodeRow & { invoice_id: string }>(
    `select s.*, g.invoice_id from charge g join sandbox.code s on s.qris = g.qris
     where g.invoice_id = any($1) and g.state = 'coded'`,
    [payments.map(({ invoice_id }) => invoice_id)],
  )
  return codes.map(code => ({ ...payments.find(({ invoice_id }) => invoice_id === code.invoice_id)!, code }))
}

const fixedAddress = () => `${shop.url}/hooks/ipaymu/${connectionId}`

async function notify(code: CodeRow, url: string): Promise<number> {
  const { headers, body } = makeIpaymuCallback({ ...code, paid_at: shop.app.now() }, url, 'form')
  return (await fetch(url, { method: 'POST', headers, body })).status
}

/** Receives forged notifications about these codes in turn, and returns the statuses of the answers. */
async function flood(codes: CodeRow[], count: number): Promise<Set<number>> {
  const statuses = new Set<number>()
  const target = { connector: 'ipaymu', connectionId }
  const path = new URL(fixedAddress()).pathname
  const pushes = codes.map(code => {
    const { headers, body } = makeIpaymuCallback({ ...code, paid_at: shop.app.now() }, fixedAddress(), 'form')
    return { method: 'POST', path, headers, body: Buffer.from(body) }
  })
  let sent = 0
  const sendSome = async () => {
    while (sent < count) {
      const push = { ...pushes[sent++ % pushes.length]!, receivedAt: new Date() }
      statuses.add((await receivePush(shop.app, target, push)).status)
    }
  }
  await Promise.all(Array.from({ length: 4 }, sendSome))
  return statuses
}

async function pay({ code }: Coded): Promise<void> {
  const paid = 'update sandbox.code set paid_at = $2, transfer_reference = $3 where id = $1'
  await shop.app.sql.write(paid, [code.id, shop.app.now(), String(code.id)])
}

async function countDue(): Promise<number> {
  const [row] = await shop.app.sql.query<{ due: number }>(
    "select count(*)::integer as due from charge where connection_id = $1 and state = 'coded' and ask_at <= now()",
    [connectionId],
  )
  return row!.due
}

test('10,000 forged notifications do not delay the payment that the provider reports', async () => {
  const payments = await makeCodes(40)
  const paid = payments.at(17)!
  await pay(paid)
  const forged = payments.map(({ code }) => code)
  expect(await notify(forged[0]!, fixedAddress())).toBe(200)
  expect(await flood(forged, 10_000)).toEqual(new Set([200]))
  expect(await notify(paid.code, paid.code.notify_url!)).toBe(200)
  // One check, in which at most two requests are allowed.
  await waitUntilFinished(pollCharges(shop.app, 1000))
  expect(await statusOf(shop, paid)).toBe('paid')
}, 600_000)

test('a code that was just checked is not checked again for forged notifications', async () => {
  await shop.app.sql.write("update charge set answered_until = $2, ask_at = 'infinity' where connection_id = $1", [
    connectionId,
    shop.app.now(),
  ])
  const open = await shop.app.sql.query<CodeRow>(
    'select s.* from charge g join sandbox.code s on s.qris = g.qris where g.connection_id = $1 and not g.is_closed',
    [connectionId],
  )
  expect(await flood(open, 200)).toEqual(new Set([200]))
  expect(await countDue()).toBe(0)
  const [{ reported_at } = { reported_at: null }] = await shop.app.sql.query<{ reported_at: Date | null }>(
    'select reported_at from reading where connection_id = $1',
    [connectionId],
  )
  expect(reported_at, 'the notification of the first test').not.toBeNull()
})

test('a notification to the address without its secret part makes its code due in turn', async () => {
  const [payment] = await makeCodes(1)
  await pay(payment!)
  await shop.app.sql.write("update charge set ask_at = 'infinity' where connection_id = $1", [connectionId])
  expect(await notify(payment!.code, fixedAddress())).toBe(200)
  expect(await countDue()).toBe(1)
  await expect
    .poll(async () => {
      await waitUntilFinished(pollCharges(shop.app, 1000))
      return statusOf(shop, payment!)
    })
    .toBe('paid')
})

test.each(['', 'x'.repeat(32), '%00'])('an address that ends with %j has no valid secret part', async end => {
  const [payment] = await makeCodes(1)
  await shop.app.sql.write("update charge set ask_at = 'infinity' where connection_id = $1", [connectionId])
  expect(await notify(payment!.code, `${fixedAddress()}/${end}`)).toBe(200)
  const [row] = await shop.app.sql.query<{ first: boolean }>(
    "select ask_at = '-infinity' as first from charge where invoice_id = $1",
    [payment!.invoice_id],
  )
  expect(row).toEqual({ first: false })
})
