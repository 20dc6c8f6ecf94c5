import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Connector, ConnectorError } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { pollCharges } from '../../src/money/poll-charges.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import { chargePayments } from '../../src/payments/charge-payments.ts'
import { pickOffer } from '../../src/payments/pick-offer.ts'
import { viewPayment } from '../../src/payments/view-payment.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { count, create, detect, lifetimeS, send, statusOf, transfers } from './scenario.ts'

const all = { payment_method: 'all' }

async function waysOf(shop: TestShop, invoiceId: string) {
  const { offers } = (await viewPayment(shop.app, invoiceId))!
  return Object.fromEntries(offers.map(({ method, state }) => [method, state]))
}

async function paidVia(shop: TestShop, invoiceId: string): Promise<string | null> {
  const [row] = await shop.app.sql.query<{ via: string | null }>(
    'select paid_via as via from payment where invoice_id = $1',
    [invoiceId],
  )
  return row!.via
}

describe('a payment by `all`, in the edition with verification', () => {
  let shop: TestShop

  beforeAll(async () => {
    shop = await createTestShop({ ownCodes: true, settings: { EDITION: 'verification' } })
  })
  afterAll(() => shop.close())

  test('a payment by all methods offers all but qris_platform, with one amount free on every account', async () => {
    const payment = await create(shop, all)
    expect(payment).toMatchObject({ payment_method: 'all', final_amount: payment.amount + payment.unique_code })
    expect(await waysOf(shop, payment.invoice_id)).toEqual({
      wallet_qris: 'ready',
      qris_user: 'ready',
      wallet_direct: 'ready',
      qris: 'choosable',
    })
    expect(
      await count(shop, 'hold', `invoice_id = '${payment.invoice_id}' and final_amount = ${payment.final_amount}`),
    ).toBe(3)
  })

  test('a payment by all methods lists methods with a code first, the chosen one last, each with details', async () => {
    const payment = await create(shop, all)
    const view = async () => (await viewPayment(shop.app, payment.invoice_id))!.offers
    const [direct] = (await view()).filter(({ method }) => method === 'wallet_direct')
    const [wallet] = await shop.app.sql.query<{ number: string; label: string | null; holder: string | null }>(
      `select r.external_id as number, c.label, c.details->>'holder' as holder
       from connection c join receiving_account r on r.id = c.receiving_account_id
       where c.account_id = $1 and c.connector = 'wallet' and c.mode = 'test'`,
      [shop.demo.accountId],
    )
    expect(direct).toMatchObject({ qris: null, isStaticCode: false, receivingAccount: wallet })
    expect((await view()).map(({ method }) => method)).toEqual(['wallet_qris', 'qris_user', 'wallet_direct', 'qris'])
    for (const scanned of (await view()).filter(({ method }) => /wallet_qris|qris_user/.test(method))) {
      expect(scanned).toMatchObject({ qris: expect.stringMatching(/^000201/), receivingAccount: null })
    }
  })

  test('a payment by all methods is refused above the maximum of qris, like qris itself', async () => {
    const { status, body } = await shop.api('/create-payment', { body: { ...all, amount: 500_001 } })
    expect([status, body.code]).toEqual([400, 'amount_out_of_range'])
  })

  test.each([
    ['wallet_direct', 'wallet'],
    ['qris_user', 'bank'],
    ['wallet_qris', 'merchant-wallet'],
  ])(
    'a payment by all methods is paid by %s, and the amount of the other accounts is released',
    async (method, connector) => {
      const payment = await create(shop, all)
      const { receivingAccountId } = shop.demo.connections.find(connection => connection.connector === connector)!
      const [account] = await shop.app.sql.query<{ number: string }>(
        'select external_id as number from receiving_account where id = $1',
        [receivingAccountId],
      )
      await shop.app.sql.write(
        `insert into sandbox.transfer (account, reference, amount, occurred_at) values ($1, $2, $3, $4)`,
        [account!.number, `by-${method}`, payment.final_amount, shop.app.now()],
      )
      await detect(shop)
      expect([await statusOf(shop, payment), await paidVia(shop, payment.invoice_id)]).toEqual(['paid', method])
      expect(await count(shop, 'hold', `invoice_id = '${payment.invoice_id}' and held_until = 'infinity'`)).toBe(0)
      expect(await findViolations(shop.app)).toEqual([])
    },
  )

  test('no code is requested until the payer chooses qris, and choosing it twice requests one', async () => {
    const payment = await create(shop, all)
    await waitUntilFinished(chargePayments(shop.app, 100))
    expect(await waysOf(shop, payment.invoice_id)).toMatchObject({ qris: 'choosable' })

    const picks = await Promise.all([1, 2, 3].map(() => pickOffer(shop.app, payment.invoice_id, 'qris')))
    expect(picks.filter(Boolean)).toHaveLength(1)
    expect(await waysOf(shop, payment.invoice_id)).toMatchObject({ qris: 'preparing' })
    await waitUntilFinished(chargePayments(shop.app, 100))
    expect(await waysOf(shop, payment.invoice_id)).toMatchObject({ qris: 'ready' })

    const { offers } = (await viewPayment(shop.app, payment.invoice_id))!
    await send(shop, { qris: offers.find(({ method }) => method === 'qris')!.qris })
    await detect(shop)
    expect([await statusOf(shop, payment), await paidVia(shop, payment.invoice_id)]).toEqual(['paid', 'qris'])
  })

  test('a payment that receives money twice is paid once, and the rest is in review as paid twice', async () => {
    const payment = await create(shop, all)
    await pickOffer(shop.app, payment.invoice_id, 'qris')
    await waitUntilFinished(chargePayments(shop.app, 100))
    const { offers } = (await viewPayment(shop.app, payment.invoice_id))!
    await send(shop, { qris: offers.find(({ method }) => method === 'qris')!.qris })
    await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    expect(await statusOf(shop, payment)).toBe('paid')
    const own = (await transfers(shop)).filter(({ invoice_id }) => invoice_id === payment.invoice_id)
    expect(own.map(({ state, reason }) => [state, reason]).sort()).toEqual([
      ['review', 'paid_twice'],
      ['settled', null],
    ])
    expect(await findViolations(shop.app)).toEqual([])
  })

  test('10 payments that receive money twice at the same time are each paid once, the rest is in review', async () => {
    const payments = []
    while (payments.length < 10) payments.push(await create(shop, { ...all, amount: 40_000 + payments.length * 1_000 }))
    for (const payment of payments) await pickOffer(shop.app, payment.invoice_id, 'qris')
    await waitUntilFinished(chargePayments(shop.app, 100))
    for (const payment of payments) {
      const { offers } = (await viewPayment(shop.app, payment.invoice_id))!
      await send(shop, { qris: offers.find(({ method }) => method === 'qris')!.qris })
      await send(shop, { invoice_id: payment.invoice_id })
    }
    await shop.hurry()
    const looks = [1, 2, 3].flatMap(() => [
      waitUntilFinished(pollCharges(shop.app, 100)),
      waitUntilFinished(readTransfers(shop.app, 100)),
    ])
    await Promise.all(looks)
    await detect(shop)
    const came = await transfers(shop)
    for (const payment of payments) {
      expect(await statusOf(shop, payment)).toBe('paid')
      const own = came.filter(({ invoice_id }) => invoice_id === payment.invoice_id)
      expect(own.map(({ state, reason }) => [state, reason]).sort()).toEqual([
        ['review', 'paid_twice'],
        ['settled', null],
      ])
      expect(await count(shop, 'delivery', `invoice_id = '${payment.invoice_id}'`)).toBe(1)
    }
    expect(await findViolations(shop.app)).toEqual([])
  })

  test('a payment by all methods expires once every account is read past its deadline', async () => {
    const payment = await create(shop, all)
    await shop.sandbox('/faults', { connector: 'bank', operation: 'list', mode: 'error' })
    shop.advance(lifetimeS + 5)
    await detect(shop)
    expect(await statusOf(shop, payment)).toBe('pending')
    await shop.sandbox('/faults', { connector: 'bank', operation: 'any', mode: 'off' })
    await detect(shop)
    expect(await statusOf(shop, payment)).toBe('expired')
    expect(await pickOffer(shop.app, payment.invoice_id, 'qris')).toBe(false)
    expect(await findViolations(shop.app)).toEqual([])
  })
})

test('a code that cannot be made removes only its own method, and the others stay payable', async () => {
  const charge: Connector['charge'] = async () => {
    throw new ConnectorError('refused', 'the provider said: no')
  }
  const shop = await createTestShop({
    settings: { EDITION: 'verification' },
    parts: { connectors: { ...connectors, interactive: { ...connectors.interactive!, charge } } },
  })
  try {
    const payment = await create(shop, all)
    await pickOffer(shop.app, payment.invoice_id, 'qris')
    await waitUntilFinished(chargePayments(shop.app, 100))
    expect(await waysOf(shop, payment.invoice_id)).toEqual({ wallet_direct: 'ready', qris: 'failed' })
    await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    expect([await statusOf(shop, payment), await paidVia(shop, payment.invoice_id)]).toEqual(['paid', 'wallet_direct'])
  } finally {
    await shop.close()
  }
})

test('an account with one method left is charged at once, because there is nothing to choose', async () => {
  const shop = await createTestShop({ settings: { EDITION: 'verification' } })
  try {
    await shop.app.sql.write("update connection set is_active = false where connector = 'wallet'")
    const payment = await create(shop, all)
    expect(await waysOf(shop, payment.invoice_id)).toEqual({ qris: 'preparing' })
    await shop.work()
    await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    expect([await statusOf(shop, payment), await paidVia(shop, payment.invoice_id)]).toEqual(['paid', 'qris'])
  } finally {
    await shop.close()
  }
})

test('the edition with subscriptions does not support payments by all methods', async () => {
  const shop = await createTestShop()
  try {
    const { status, body } = await shop.api('/create-payment', { body: { ...all, amount: 10_000 } })
    expect([status, body.fields[0].path]).toEqual([400, 'payment_method'])
  } finally {
    await shop.close()
  }
})

test('an amount that the default method does not accept names the methods that do', async () => {
  const shop = await createTestShop({ ownCodes: true })
  try {
    const { status, body } = await shop.api('/create-payment', { body: { amount: 750_000 } })
    expect([status, body.code]).toEqual([400, 'amount_out_of_range'])
    expect(body.fields[0].error).toContain('qris_user, wallet_qris, wallet_direct')
  } finally {
    await shop.close()
  }
})
