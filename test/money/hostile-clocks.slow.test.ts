import { afterEach, describe, expect, test } from 'vitest'
import type { Code, Connector, IncomingTransfer } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create, detect, letExpire, listing, statusOf, transfer, transfers, walletOf } from '../payments/scenario.ts'

const hourMs = 3_600_000
let shop: TestShop

afterEach(async () => {
  const violations = await findViolations(shop.app)
  await shop.close()
  expect(violations).toEqual([])
})

describe.each([-7, 7])('a provider whose clock is %i hours off', hours => {
  const by = (date: Date) => new Date(date.getTime() + hours * hourMs)

  test('codes are checked until they expire by our clock, and their money is in time', async () => {
    const provider = { isPaid: false }
    shop = await createTestShop({ parts: { connectors: { ...connectors, interactive: offBy(by, provider) } } })
    const payment = await create(shop, { payment_method: 'qris' })
    await detect(shop)
    shop.advance(1_500)
    await detect(shop)
    expect(await statusOf(shop, payment)).toBe('pending')
    provider.isPaid = true
    const before = shop.app.now()
    await detect(shop)
    expect(await statusOf(shop, payment)).toBe('paid')
    const [row] = await shop.app.sql.query<{ paid_at: Date }>('select paid_at from payment where invoice_id = $1', [
      payment.invoice_id,
    ])
    expect(row!.paid_at.getTime(), 'when it was seen').toBeGreaterThanOrEqual(before.getTime())
    expect(await transfers(shop)).toMatchObject([{ state: 'settled' }])
  })

  test('codes of a provider with a wrong clock expire in time', async () => {
    shop = await createTestShop({
      parts: { connectors: { ...connectors, interactive: offBy(by, { isPaid: false }) } },
    })
    const payment = await create(shop, { payment_method: 'qris' })
    await detect(shop)
    await letExpire(shop)
    shop.advance(600)
    await detect(shop)
    expect(await statusOf(shop, payment)).toBe('expired')
  })

  test('money with an impossible time pays nothing automatically, and shows its probable payment', async () => {
    const rows: IncomingTransfer[] = []
    shop = await createTestShop({ parts: { connectors: listing(() => [rows]) } })
    const payment = await create(shop)
    rows.push(transfer({ amount: payment.final_amount, occurredAt: by(shop.app.now()) }))
    await detect(shop)
    expect(await statusOf(shop, payment)).toBe('pending')
    const [row] = await shop.app.sql.query(
      'select state, coalesce(invoice_id, likely_invoice_id) as whose from transfer where receiving_account_id = $1',
      [(await walletOf(shop)).receivingAccountId],
    )
    expect(row).toEqual({ state: 'review', whose: payment.invoice_id })
  })
})

/** Returns a provider of codes whose own clock shifts all times that it reports. */
function offBy(by: (date: Date) => Date, provider: { isPaid: boolean }): Connector {
  const real = connectors.interactive!
  const times = new Map<string, Date>()
  return {
    ...real,
    async charge(call, request): Promise<Code> {
      const code = await real.charge!(call, request)
      times.set(code.providerInvoiceId, code.requestDate)
      return { ...code, requestDate: by(code.requestDate) }
    },
    async status(call, charge) {
      const requestDate = times.get(charge.providerInvoiceId)!
      const outbound = provider.isPaid ? paidAt(call.outbound, jakarta(by(charge.askedAt))) : call.outbound
      return real.status!({ ...call, outbound }, { ...charge, requestDate })
    },
  }
}

/** Returns the provider's own answer about a paid code. */
function paidAt(outbound: TestShop['app']['outbound'], qris_paid_date: string): TestShop['app']['outbound'] {
  return {
    ...outbound,
    fetch: async (address, options) => {
      const answer = await outbound.fetch(address, options)
      const body = Buffer.from(JSON.stringify({ status: 'success', data: { qris_status: 'paid', qris_paid_date } }))
      return { ...answer, body }
    },
  }
}

function jakarta(date: Date): string {
  return new Date(date.getTime() + 7 * hourMs).toISOString().slice(0, 19).replace('T', ' ')
}
