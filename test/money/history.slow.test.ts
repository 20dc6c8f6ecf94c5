import { afterEach, describe, expect, test } from 'vitest'
import { examineParts } from '../../src/doctor/examine.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { pollCharges } from '../../src/money/poll-charges.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import { openSnapShop, type SnapShop } from '../hooks/snap-shop.ts'
import { count, create, detect, letExpire, send, statusOf, transfers } from '../payments/scenario.ts'

let shop: SnapShop

afterEach(() => shop.close())

async function createCoded() {
  const payment = await create(shop, { payment_method: 'qris' })
  await detect(shop)
  return payment
}

const fault = (operation: string, mode: string) =>
  shop.sandbox('/faults', { connector: 'snap', operation, mode }).then(({ status }) => expect(status).toBe(200))

/** Reads the books, which are due, after marking every code as just checked. */
async function readBooks(): Promise<void> {
  await shop.hurry()
  await shop.app.sql.write("update charge set ask_at = now() + interval '1 hour'")
  await waitUntilFinished(readTransfers(shop.app, 10))
}

async function doctor(): Promise<string[]> {
  const findings = await examineParts(shop.app, ['connections'])
  return findings.map(({ state, sentence }) => `${state} ${sentence}`).filter(line => line.includes('snap'))
}

describe("a provider's books", () => {
  test("a code that the provider's books call paid is checked at once, and the books alone pay nothing", async () => {
    shop = await openSnapShop('midtrans')
    const [paid, unpaid] = [await createCoded(), await createCoded()]
    await send(shop, { invoice_id: paid.invoice_id })
    await readBooks()
    expect(await statusOf(shop, paid)).toBe('pending')
    expect(await count(shop, 'charge', 'ask_at <= now()')).toBe(1)
    await waitUntilFinished(pollCharges(shop.app, 10))
    expect([await statusOf(shop, paid), await statusOf(shop, unpaid)]).toEqual(['paid', 'pending'])
  })

  test("a provider's books reveal late money for a code that was given up as unpaid", async () => {
    shop = await openSnapShop('midtrans')
    const payment = await createCoded()
    await letExpire(shop)
    await shop.app.sql.write('update charge set is_closed = true')
    await shop.app.sql.write("update sandbox.code set paid_at = $1, payer_name = 'Siti'", [shop.app.now()])
    await readBooks()
    await waitUntilFinished(pollCharges(shop.app, 10))
    expect(await statusOf(shop, payment)).toBe('expired')
    expect(await transfers(shop)).toMatchObject([{ state: 'review', reason: 'late', invoice_id: payment.invoice_id }])
    await readBooks()
    expect(await count(shop, 'charge', 'is_closed'), 'what is stored is not asked about again').toBe(1)
  })

  test('unreadable books close nothing: codes are checked one by one, and the doctor reports it', async () => {
    shop = await openSnapShop('midtrans')
    const payment = await createCoded()
    await fault('history', 'error')
    for (let round = 0; round < 6; round++) {
      await detect(shop)
      shop.advance(120)
    }
    expect(await count(shop, 'event', "type = 'connection.failing'")).toBe(0)
    expect(
      await count(shop, 'connection', "connector = 'snap' and silent_since is null and failing_since is null"),
    ).toBe(1)
    expect(await doctor()).toEqual([
      expect.stringMatching(/^well .* works/),
      expect.stringMatching(/^warning .*its books cannot be read: unreachable/),
      expect.stringMatching(/^warning .*its list could not be read 6 times in a row/),
    ])
    await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    expect(await statusOf(shop, payment)).toBe('paid')
  })

  test('books are not requested from a provider without them', async () => {
    shop = await openSnapShop('doku')
    await createCoded()
    await readBooks()
    expect(await count(shop, 'reading', `connection_id = ${shop.connectionId} and failures = 0`)).toBe(1)
    expect(
      await count(shop, 'reading', `connection_id = ${shop.connectionId} and due_at > now() + interval '50 minutes'`),
    ).toBe(1)
    expect(await doctor()).toEqual([expect.stringMatching(/^well .* works/)])
  })

  test("the doctor compares the provider's books with ours, and lists what is missing here", async () => {
    shop = await openSnapShop('generic')
    const [booked, missing] = [await createCoded(), await createCoded()]
    await send(shop, { invoice_id: booked.invoice_id })
    await detect(shop)
    shop.advance(1200)
    expect(await doctor()).toContainEqual(expect.stringMatching(/^well .*books call 1 codes of a day paid/))
    await shop.app.sql.write('update sandbox.code set paid_at = $1 where paid_at is null', [
      new Date(shop.app.now().getTime() - 900_000),
    ])
    expect(await doctor()).toContainEqual(
      expect.stringMatching(
        new RegExp(`^wrong .*books call 1 codes paid whose money is not stored: ${missing.invoice_id}$`),
      ),
    )
  })
})

test('a silent list is noticed even if single codes are answered, and vice versa', async () => {
  shop = await openSnapShop('midtrans')
  await createCoded()
  await fault('history', 'error')
  for (let round = 0; round < 3; round++) await readBooks()
  await shop.app.sql.write('update charge set ask_at = now()')
  await waitUntilFinished(pollCharges(shop.app, 10))
  const failures = () =>
    shop.app.sql.query<{ failures: number; asking_failures: number }>(
      `select failures, asking_failures from reading where connection_id = ${shop.connectionId}`,
    )
  expect(await failures()).toEqual([{ failures: 3, asking_failures: 0 }])

  await fault('history', 'off')
  await fault('status', 'error')
  await readBooks()
  await shop.app.sql.write('update charge set ask_at = now()')
  await waitUntilFinished(pollCharges(shop.app, 10))
  expect(await failures()).toEqual([{ failures: 0, asking_failures: 1 }])
})
