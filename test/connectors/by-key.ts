import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replaceCredentials } from '../../src/connecting/replace-credentials.ts'
import { createConnection } from '../../src/connections/create-connection.ts'
import { switchConnection } from '../../src/connections/switch-connection.ts'
import type { CodeRow } from '../../src/connectors/simulator/code.ts'
import { sandboxWindow } from '../../src/connectors/simulator/window.ts'
import type { Window } from '../../src/connectors/window.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import type { Standing } from '../../src/keys/standing.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { type CreatedPayment, create, send, statusOf, transfers } from '../payments/scenario.ts'
import { expectEveryRupiah, letRest, type SimulatedPush } from './simulated-payments.ts'

/** A provider with keys, as the sandbox simulates it. */
export interface ProviderByKey {
  id: string
  /** The minimum amount of a code. */
  least: number
  most: number
  credentials(address: string, merchant: string): Record<string, unknown>
  pushOf(code: CodeRow, url: string): SimulatedPush
  /**
   * Puts the account into a state without QRIS, and returns the provider's name for it, at the operation that shows it.
   */
  withoutQris(address: string, merchant: string): Record<string, unknown> | { fault: string; operation: string }
  /** Returns another key of the account, if it can have several. */
  secondKey?(address: string, merchant: string): Record<string, unknown>
  /** Whether strangers can sign its notifications. */
  isSignedByAnybody?: true
  /** Returns the notification with a wrong proof; by default one whose content was changed. */
  forge?(push: SimulatedPush): SimulatedPush
}

/** Tests payments with a provider, from connecting it to requests of strangers. */
export function describePayments(provider: ProviderByKey): void {
  let shop: TestShop
  let connectionId: number
  const merchant = `1${String(randomInt(1e12)).padStart(15, '0')}`
  const address = () => `${shop.sandboxUrl}/${provider.id}`
  const mine = { payment_method: 'qris_user' }

  const connect = (to: Standing, credentials: object) => connectByKey(shop, to, { id: provider.id, credentials })
  const fault = (operation: string, mode: string, count?: number) =>
    shop.sandbox('/faults', { connector: provider.id, operation, mode, ...(count ? { count } : {}) })
  const faultsOff = () => fault('any', 'off')

  const coded = async (amount: number, key?: string): Promise<CreatedPayment & { code: CodeRow }> => {
    const payment = await create(shop, { ...mine, amount }, key)
    await shop.work()
    return { ...payment, code: await codeOf(payment) }
  }
  const codeOf = async ({ invoice_id }: CreatedPayment): Promise<CodeRow> => {
    const [code] = await shop.app.sql.query<CodeRow>(
      `select s.*, coalesce(s.notify_url, concat_ws('/', $2::text, 'hooks', $3::text, g.connection_id)) as notify_url
       from charge g join sandbox.code s on s.qris = g.qris where g.invoice_id = $1 order by g.id desc`,
      [invoice_id, shop.url, provider.id],
    )
    return code!
  }
  const deliver = async ({ url, headers, body }: SimulatedPush) => {
    const { status } = await fetch(url, { method: 'POST', headers, body })
    await shop.work()
    return status
  }
  const markPaid = (code: CodeRow) =>
    shop.app.sql.write('update sandbox.code set paid_at = $2, transfer_reference = $3 where id = $1', [
      code.id,
      shop.app.now(),
      String(code.id),
    ])
  const switchOff = async ({ accountId }: Standing, id: number) => {
    await switchConnection(shop.app, accountId, { connectionId: id, isActive: false })
    shop.forgetKeys()
  }
  const lookAgain = async () => {
    await letRest(shop)
    await shop.work()
  }
  let turn = 0
  const amount = () => {
    turn += 7
    return provider.least + turn
  }

  beforeAll(async () => {
    shop = await createTestShop()
    connectionId = await connect(shop.demo, provider.credentials(address(), merchant))
  })
  afterAll(async () => {
    const violations = await findViolations(shop.app)
    await shop.close()
    expect(violations).toEqual([])
  })

  test('a payment requests exactly its amount and is paid by the notification', async () => {
    const payment = await coded(amount())
    expect(payment).toMatchObject({ unique_code: 0, final_amount: payment.amount })
    expect(payment.code).toMatchObject({ amount: payment.amount })
    const address = `${shop.url}/hooks/${provider.id}/${connectionId}`
    const token = provider.isSignedByAnybody ? '/[\\w-]{32}' : ''
    expect(payment.code.notify_url).toMatch(new RegExp(`^${address}${token}$`))
    await send(shop, { invoice_id: payment.invoice_id })
    await shop.work()
    expect(await statusOf(shop, payment)).toBe('paid')
  })

  test('a notification that is repeated, doubled or late pays once', async () => {
    const payment = await coded(amount())
    await fault('push', 'duplicate', 1)
    await send(shop, { invoice_id: payment.invoice_id })
    await shop.work()
    const push = provider.pushOf(await codeOf(payment), payment.code.notify_url!)
    expect(await deliver(push)).toBe(200)
    shop.advance(3_000)
    expect(await deliver(push)).toBe(200)
    const seen = (await transfers(shop)).filter(({ invoice_id }) => invoice_id === payment.invoice_id)
    expect(seen).toMatchObject([{ state: 'settled', amount: payment.amount }])
  })

  test('a provider that reports pending after paid revokes nothing', async () => {
    const payment = await coded(amount())
    await send(shop, { invoice_id: payment.invoice_id })
    await shop.work()
    const push = provider.pushOf(await codeOf(payment), payment.code.notify_url!)
    await shop.app.sql.write('update sandbox.code set paid_at = null where id = $1', [payment.code.id])
    expect(await deliver(push)).toBe(200)
    await lookAgain()
    expect(await statusOf(shop, payment)).toBe('paid')
    const seen = (await transfers(shop)).filter(({ invoice_id }) => invoice_id === payment.invoice_id)
    expect(seen).toMatchObject([{ state: 'settled', amount: payment.amount }])
  })

  test('a forged notification and one about an unpaid code pay nothing', async () => {
    const payment = await coded(amount())
    const url = payment.code.notify_url!
    const push = provider.pushOf({ ...payment.code, paid_at: shop.app.now() }, url)
    const reference = payment.code.client_reference.split(' ')[0]!
    const forged = provider.forge?.(push) ?? { ...push, body: push.body.replace(reference, 'OTHER') }
    expect(await deliver(forged)).toBe(401)
    // A correct signature about money that has not arrived: the provider is asked, and denies it.
    expect(await deliver(push)).toBe(200)
    expect(await statusOf(shop, payment)).toBe('pending')
  })

  test('two payments of one amount are distinguished, even if notified in reverse order', async () => {
    const [one, other] = [await coded(amount()), await create(shop, { ...mine, amount: provider.least + turn })]
    await shop.work()
    expect(other.final_amount).toBe(one.final_amount)
    await send(shop, { invoice_id: other.invoice_id })
    await shop.work()
    expect([await statusOf(shop, one), await statusOf(shop, other)]).toEqual(['pending', 'paid'])
  })

  test('a payment of another shop settles nothing, in whichever shop the notification arrives', async () => {
    const theirs = await connect(shop.second, provider.credentials(address(), `2${merchant.slice(1)}`))
    const [own, foreign] = [await coded(amount()), await coded(amount(), shop.keys.second)]
    await markPaid(foreign.code)
    const push = provider.pushOf(await codeOf(foreign), foreign.code.notify_url!)
    expect(await deliver({ ...push, url: own.code.notify_url! })).toBe(401)
    expect(await statusOf(shop, own)).toBe('pending')
    await deliver(push)
    expect(await statusOf(shop, foreign, shop.keys.second)).toBe('paid')
    await switchOff(shop.second, theirs)
  })

  test('two shops with one key each get the money of their own payments', async () => {
    const id = await connect(shop.second, provider.credentials(address(), merchant))
    const [own, theirs] = [await coded(amount()), await coded(amount(), shop.keys.second)]
    await markPaid(theirs.code)
    // The signature fits both, but the payment belongs to one.
    const push = provider.pushOf(await codeOf(theirs), theirs.code.notify_url!)
    await deliver({ ...push, url: own.code.notify_url! })
    await deliver(push)
    const statuses = [await statusOf(shop, own), await statusOf(shop, theirs, shop.keys.second)]
    expect(statuses).toEqual(['pending', 'paid'])
    await switchOff(shop.second, id)
  })

  test('an account is connected once in a shop, with any of its keys', async () => {
    for (const keysOf of [provider.credentials, provider.secondKey ?? provider.credentials]) {
      await expect(connect(shop.demo, keysOf(address(), merchant))).rejects.toMatchObject({ code: 'invalid_request' })
    }
  })

  test.each(['other_order', 'other_amount'])('a response with %s pays nothing', async mode => {
    const payment = await coded(amount())
    await markPaid(payment.code)
    await fault('status', mode)
    await lookAgain()
    expect(await statusOf(shop, payment)).toBe('pending')
    await faultsOff()
    await lookAgain()
    const [seen] = (await transfers(shop)).filter(({ invoice_id }) => invoice_id === payment.invoice_id)
    // Money of another amount waits for a person, and the correct answer comes too late for it.
    expect(seen).toMatchObject(mode === 'other_order' ? { state: 'settled' } : { state: 'review', reason: 'inexact' })
  })

  test('a provider that is down for an hour loses no payment', async () => {
    const before = await coded(amount())
    await fault('any', 'error')
    const during = await create(shop, { ...mine, amount: amount() })
    await markPaid(before.code)
    for (const seconds of [60, 60]) {
      shop.advance(seconds)
      await lookAgain()
    }
    expect([await statusOf(shop, before), await statusOf(shop, during)]).toEqual(['pending', 'pending'])
    shop.advance(3_480)
    await faultsOff()
    await lookAgain()
    const [seen] = (await transfers(shop)).filter(({ invoice_id }) => invoice_id === before.invoice_id)
    expect(seen).toMatchObject({ amount: before.amount })
    expect(await statusOf(shop, during)).not.toBe('paid')
  })

  test('a key that is revoked while codes are open keeps their payments, and a new one finds the money', async () => {
    const payment = await coded(amount())
    await markPaid(payment.code)
    await fault('any', 'revoked')
    await lookAgain()
    expect(await statusOf(shop, payment)).toBe('pending')
    const wrong = { connectionId, credentials: provider.credentials(address(), merchant) }
    await expect(replaceCredentials(shop.app, shop.demo.accountId, wrong)).rejects.toMatchObject({
      code: 'invalid_request',
    })
    await faultsOff()
    await replaceCredentials(shop.app, shop.demo.accountId, wrong)
    await lookAgain()
    expect(await statusOf(shop, payment)).toBe('paid')
  })

  test('an account without QRIS is refused with that reason when it is connected', async () => {
    const bad = provider.withoutQris(address(), `3${merchant.slice(1)}`)
    if ('fault' in bad) await fault(String(bad.operation), String(bad.fault))
    const credentials = 'fault' in bad ? provider.credentials(address(), `3${merchant.slice(1)}`) : bad
    await expect(connect(shop.second, credentials)).rejects.toMatchObject({
      fields: [expect.objectContaining({ code: 'refused_by_provider', sentence: expect.stringContaining('QRIS') })],
    })
    await faultsOff()
  })

  test('an amount outside the limits is refused before a code is requested', async () => {
    for (const wrong of [provider.least - 1, provider.most + 1]) {
      const answer = await shop.api('/create-payment', { body: { ...mine, amount: wrong } })
      expect(answer.body).toMatchObject({ success: false, code: 'amount_out_of_range' })
    }
  })

  test('payments with faults are neither lost nor counted twice nor paid in doubt', async () => {
    await expectEveryRupiah({ shop, address: address(), least: provider.least, pushOf: provider.pushOf, count: 25 })
  })
}

/** Tests many payments: 100, or `SIMULATED_PAYMENTS`. */
export function testEveryRupiah({ id, least, credentials, pushOf }: Omit<ProviderByKey, 'most' | 'withoutQris'>): void {
  const hour = 3_600_000
  test(
    'many payments with faults are neither lost nor counted twice nor paid in doubt',
    async () => {
      const shop = await createTestShop()
      const address = `${shop.sandboxUrl}/${id}`
      try {
        // Only the test asks again; otherwise a thousand open codes would use up the requests.
        const connection = { credentials: credentials(address, '1000000000000001'), window: { intervalS: 3600 } }
        await connectByKey(shop, shop.demo, { id, ...connection })
        await expectEveryRupiah({ shop, address, least, pushOf })
      } finally {
        await shop.close()
      }
    },
    2 * hour,
  )
}

/** Connects an account to a provider of the sandbox, by default without a limit on requests. */
export async function connectByKey(
  shop: TestShop,
  { accountId }: Standing,
  { id, credentials, window: changes }: { id: string; credentials: object; window?: Partial<Window> },
): Promise<number> {
  const window = { ...sandboxWindow, requestsPerS: 2000, ...changes }
  const common = { accountId, connector: id, mode: 'test', label: 'Toko', window } as const
  const connectionId = await createConnection(shop.app, { ...common, credentials })
  shop.forgetKeys()
  return connectionId
}
