import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowForeignCodes } from '../../src/accounts/allow-foreign-codes.ts'
import { findAuditGap } from '../../src/accounts/audit.ts'
import { exampleQris } from '../../src/api/qris-source.ts'
import { accountCommands } from '../../src/commands/account-commands.ts'
import { explainPayment } from '../../src/doctor/explain-payment.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { confirmByHand } from '../../src/money/confirm-by-hand.ts'
import { viewPayment } from '../../src/payments/view-payment.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { type CreatedPayment, count, detect, events, letExpire, statusOf } from './scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop({ settings: { EDITION: 'verification' }, ownCodes: true })
  await allow(true)
})

afterAll(async () => {
  expect(await findViolations(shop.app)).toEqual([])
  expect(await findAuditGap(shop.app, shop.demo.accountId)).toBeNull()
  await shop.close()
})

async function allow(isAllowed: boolean): Promise<void> {
  await allowForeignCodes(shop.app, shop.demo.accountId, isAllowed)
  shop.forgetKeys()
}

const ask = (more: object = {}, key = shop.keys.demo) =>
  shop.api('/create-payment', {
    body: {
      amount: 20_000,
      payment_method: 'wallet_direct',
      use_qris_converter: true,
      qris_string: exampleQris,
      ...more,
    },
    key,
  })

async function foreign(more: object = {}): Promise<CreatedPayment> {
  const answer = await ask(more)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}

const confirm = (payment: CreatedPayment, more: object = {}, owner = shop.demo) =>
  confirmByHand(shop.app, owner, {
    invoiceId: payment.invoice_id,
    note: 'mutasi GoPay 4711',
    actor: 'user 7',
    ...more,
  })

describe('a code of another merchant', () => {
  test('a command allows and forbids foreign codes, explains the consequences, and is logged', async () => {
    const run = (...words: string[]) => accountCommands['account foreign-codes'].run(shop.app, { words, options: {} })
    await expect(run('demo')).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(run('nobody-here', 'on')).rejects.toMatchObject({ fields: [{ path: 'NAME' }] })
    const off = await run('demo', 'off')
    shop.forgetKeys()
    expect((await ask()).status).toBe(400)
    const on = await run('demo', 'on')
    shop.forgetKeys()
    expect((await ask()).status).toBe(200)
    expect([off, on].flat().join(' ')).toContain('demo')
    const log = await shop.app.sql.query(
      `select actor, detail from audit_entry where act = 'account.foreign_codes' order by id desc limit 2`,
    )
    expect(log).toEqual([
      { actor: 'command', detail: { isAllowed: true } },
      { actor: 'command', detail: { isAllowed: false } },
    ])
  })

  test('a foreign code is refused unless the operator allows it for the account', async () => {
    await allow(false)
    expect(await ask()).toMatchObject({ status: 400, body: { fields: [{ path: 'qris_string' }] } })
    await allow(true)
    expect((await ask({}, shop.keys.second)).body.fields[0].path).toBe('qris_string')
    expect((await ask()).status).toBe(200)
  })

  test('a foreign code is converted, and every answer says that its money is not visible', async () => {
    const payment = await foreign()
    expect(payment).toMatchObject({ foreign_code: true, status: 'pending', payment_method: 'wallet_direct' })
    const { converted_qris } = (payment as never as { qris_converter: { converted_qris: string } }).qris_converter
    const info = await shop.api(`/qris-info?qris=${encodeURIComponent(converted_qris)}`)
    expect(info.body.data.current_amount).toBe(payment.final_amount)
    const checked = await shop.api(`/check-payment?invoice=${payment.invoice_id}`)
    expect(checked.body).toMatchObject({ status: 'pending', foreign_code: true })
    const listed = await shop.api(`/list-payments?search=${payment.invoice_id}`)
    expect(listed.body.data[0].foreign_code).toBe(true)
    const answer = await shop.api(`/explain-payment?invoice=${payment.invoice_id}`)
    expect(answer.body.data.foreign_code).toBe(true)
    const explained = await explainPayment(shop.app, shop.demo, payment.invoice_id)
    expect(explained).toMatchObject({ verdict: 'unseen', sources: [] })
    expect(await viewPayment(shop.app, payment.invoice_id)).toMatchObject({
      phase: 'payable',
      isForeign: true,
      qris: converted_qris,
    })
  })

  test('a foreign code reserves no amount and contacts no provider, so that it takes no other money', async () => {
    const { invoice_id } = await foreign({ payment_method: 'qris' })
    expect(await count(shop, 'hold', `invoice_id = '${invoice_id}'`)).toBe(0)
    expect(await count(shop, 'charge', `invoice_id = '${invoice_id}'`)).toBe(0)
    const simulated = await shop.api('/simulate-payment', { body: { invoice: invoice_id } })
    expect(simulated.body.code).toBe('refused_transition')
  })

  test('a damaged foreign code is refused, and so is one for all methods at once', async () => {
    expect((await ask({ qris_string: `${exampleQris.slice(0, -1)}0` })).body.code).toBe('invalid_crc')
    expect((await ask({ payment_method: 'all' })).body.fields[0].path).toBe('payment_method')
  })

  test('a foreign code with an Idempotency-Key creates one payment', async () => {
    const body = { amount: 20_000, payment_method: 'wallet_direct', use_qris_converter: true, qris_string: exampleQris }
    const headers = { 'idempotency-key': 'foreign' }
    const answers = await Promise.all([1, 2].map(() => shop.api('/create-payment', { body, headers })))
    expect(answers[0]!.body).toEqual(answers[1]!.body)
  })
})

describe('a payment confirmed by hand', () => {
  test('a payment confirmed by hand is paid by its method, without a reference or balance', async () => {
    const payment = await foreign({ payment_method: 'qris', callback_url: `${shop.sandboxUrl}/receiver` })
    const other = await foreign({ payment_method: 'qris' })
    const before = (await shop.api('/get-statistics')).body.data
    await confirm(payment)
    expect(await statusOf(shop, payment)).toBe('paid')
    expect(await statusOf(shop, other)).toBe('pending')
    expect(await events(shop, payment.invoice_id)).toEqual(['payment.created', 'payment.paid'])
    expect(await count(shop, 'movement', `invoice_id = '${payment.invoice_id}'`)).toBe(0)
    await detect(shop)
    const received = (await shop.sandbox('/receiver/log')).body as { body: string }[]
    const told = received.map(({ body }) => JSON.parse(body)).find(one => one.invoice_id === payment.invoice_id)
    expect(told).toMatchObject({
      event: 'payment.paid',
      status: 'paid',
      paid_via: 'qris',
      paid_reff_num: null,
      paid_amount: payment.final_amount,
    })
    const after = (await shop.api('/get-statistics')).body.data
    expect(JSON.stringify(after)).not.toBe(JSON.stringify(before))
    const [entry] = await shop.app.sql.query<{ actor: string; detail: object }>(
      `select actor, detail from audit_entry where act = 'payment.confirmed_by_hand' and subject = $1`,
      [payment.invoice_id],
    )
    expect(entry).toMatchObject({
      actor: 'user 7',
      detail: { amount: payment.final_amount, from: 'pending', note: 'mutasi GoPay 4711' },
    })
  })

  test('a confirmed payment shows if it was late, when it ended, and the note of who confirmed it', async () => {
    const rowOf = async ({ invoice_id }: CreatedPayment) => {
      const rows = await shop.app.sql.query<Record<string, unknown>>('select * from payment where invoice_id = $1', [
        invoice_id,
      ])
      return rows[0]!
    }
    for (const from of ['pending', 'expired'] as const) {
      const payment = await foreign()
      if (from === 'expired') await letExpire(shop)
      const before = await rowOf(payment)
      await confirm(payment, { note: ' di dompet ', actor: `user ${from}` })
      const after = await rowOf(payment)
      expect(after).toMatchObject({
        status: 'paid',
        paid_amount: payment.final_amount,
        paid_via: 'wallet_direct',
        paid_reff_num: null,
        paid_late: from === 'expired',
        end_reason: 'confirmed_by_hand',
        paid_at: expect.any(Date),
      })
      expect(after.ended_at).toEqual(before.ended_at ?? after.paid_at)
      const told = await shop.app.sql.query(
        "select account_id, mode, payload->>'from' as from, payload->'paidLate' as late from event where type = 'payment.paid' and subject = $1",
        [payment.invoice_id],
      )
      expect(told).toEqual([{ account_id: shop.demo.accountId, mode: 'test', from, late: from === 'expired' }])
      const written = await shop.app.sql.query('select chain, actor, act, detail from audit_entry where subject = $1', [
        payment.invoice_id,
      ])
      expect(written).toEqual([
        {
          chain: shop.demo.accountId,
          actor: `user ${from}`,
          act: 'payment.confirmed_by_hand',
          detail: { amount: payment.final_amount, from, note: 'di dompet' },
        },
      ])
    }
  })

  test('an expired payment can be confirmed by hand, and counts as late', async () => {
    const payment = await foreign()
    await letExpire(shop)
    expect(await statusOf(shop, payment)).toBe('expired')
    expect(await confirm(payment)).toMatchObject({ status: 'paid', paidLate: true, paidVia: 'wallet_direct' })
    expect(await events(shop, payment.invoice_id)).toEqual(['payment.created', 'payment.expired', 'payment.paid'])
  })

  test('two simultaneous confirmations by hand count once', async () => {
    const payment = await foreign()
    const done = await Promise.allSettled([confirm(payment), confirm(payment)])
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(done.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'already_paid' } })
    expect(await count(shop, 'event', `subject = '${payment.invoice_id}' and type = 'payment.paid'`)).toBe(1)
  })

  test('confirming by hand excludes visible money, cancelled payments, other accounts and the other mode', async () => {
    const body = { amount: 20_000, payment_method: 'wallet_direct' }
    const normal = (await shop.api('/create-payment', { body })).body.data
    await expect(confirm(normal)).rejects.toMatchObject({ code: 'refused_transition' })
    const own = (await shop.api('/create-payment', { body: { ...body, use_qris_converter: true } })).body.data
    await expect(confirm(own)).rejects.toMatchObject({ code: 'refused_transition' })
    const cancelled = await foreign()
    await shop.api('/cancel-payment', { body: { invoice: cancelled.invoice_id } })
    await expect(confirm(cancelled)).rejects.toMatchObject({ code: 'refused_transition' })
    const payment = await foreign()
    await expect(confirm(payment, {}, shop.second)).rejects.toMatchObject({ code: 'not_found' })
    await expect(confirm(payment, {}, { ...shop.demo, mode: 'live' })).rejects.toMatchObject({ code: 'not_found' })
    for (const one of [normal, own, payment]) expect(await statusOf(shop, one)).toBe('pending')
  })

  test('confirming by hand requires a note of 1 to 500 characters', async () => {
    const payment = await foreign()
    for (const note of ['', '  ', 'x'.repeat(501)]) {
      await expect(confirm(payment, { note })).rejects.toMatchObject({ fields: [{ path: 'note' }] })
    }
    expect(await statusOf(shop, payment)).toBe('pending')
  })

  test('a replaced payment is confirmed by hand only by naming its replacement', async () => {
    const first = await foreign({ reference: 'NOTA-1' })
    await letExpire(shop)
    const second = await foreign({ reference: 'NOTA-1' })
    await expect(confirm(first)).rejects.toMatchObject({ code: 'payment_replaced' })
    await confirm(first, { replacedBy: second.invoice_id })
    expect(await statusOf(shop, first)).toBe('paid')
  })

  test('a payment can still be confirmed by hand after the operator forbids foreign codes', async () => {
    const payment = await foreign()
    await allow(false)
    await confirm(payment)
    await allow(true)
    expect(await statusOf(shop, payment)).toBe('paid')
  })
})
