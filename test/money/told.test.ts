import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptTransfer } from '../../src/money/accept-transfer.ts'
import { dismissTransfer } from '../../src/money/dismiss-transfer.ts'
import { settleTransfer } from '../../src/money/settle-transfer.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { type CreatedPayment, create, letExpire, transfer, walletOf } from '../payments/scenario.ts'

// Every row and event about money, word by word: callbacks, alerts, lists and the balance are built from them.

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

type Row = Record<string, unknown>

const ask = (sql: string, ...values: unknown[]) => shop.app.sql.query<Row>(sql, values)

/** Reports money for the demo account's wallet, with all fields of a provider. */
async function arrive(amount: number, reference: string, payerName: string | null = 'Siti Aminah') {
  const occurredAt = new Date(Math.floor(shop.app.now().getTime() / 1000) * 1000)
  const money = { ...transfer({ amount, reference, occurredAt }), payerName, payerApp: 'DANA' }
  const settlement = await settleTransfer(shop.app, await walletOf(shop), money)
  const [row] = await ask('select * from transfer where reference = $1', reference)
  return { settlement, occurredAt, id: Number(row!.id), row: row! }
}

async function late(reference: string) {
  const payment = await create(shop)
  await letExpire(shop)
  return { payment, ...(await arrive(payment.final_amount, reference)) }
}

const toldOf = (type: string, subject: string) =>
  ask('select account_id, mode, payload from event where type = $1 and subject = $2', type, subject)
const auditOf = (subject: string) =>
  ask('select chain as account_id, actor, act, detail from audit_entry where subject = $1 order by id', subject)
const paymentOf = async ({ invoice_id }: CreatedPayment) =>
  (await ask('select * from payment where invoice_id = $1', invoice_id))[0]!
const ours = () => ({ account_id: shop.demo.accountId, mode: 'test' })

const owner = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })

test('the payment, its movement and its event agree completely about money in time', async () => {
  const asked = {
    customer_name: 'Budi',
    customer_email: 'budi@example.com',
    customer_phone: '081234567890',
    description: 'Kopi',
    reference: 'R-1',
    metadata: { meja: '7' },
    callback_url: 'https://example.com/hook',
    redirect_url: 'https://example.com/back',
  }
  const payment = await create(shop, asked)
  const { settlement, occurredAt, id, row } = await arrive(payment.final_amount, 'EXACT')
  expect(settlement).toBe('settled')
  expect(row).toMatchObject({
    account_id: shop.demo.accountId,
    reference: 'EXACT',
    amount: payment.final_amount,
    state: 'settled',
    reason: null,
    occurred_at: occurredAt,
    received_at: expect.any(Date),
    payer_name: 'Siti Aminah',
    payer_app: 'DANA',
    invoice_id: payment.invoice_id,
    likely_invoice_id: null,
    charge_id: null,
    is_unproved: false,
    resolved_at: null,
    resolved_by: null,
    note: null,
    failures: 0,
    retry_at: null,
  })
  expect(await ask('select * from movement where transfer_id = $1', id)).toMatchObject([
    {
      ...ours(),
      kind: 'sale',
      invoice_id: payment.invoice_id,
      withdrawal_id: null,
      is_withdrawable: false,
      amount: payment.final_amount,
      fee: 0,
      net: payment.final_amount,
    },
  ])
  const paid = await paymentOf(payment)
  expect(paid).toMatchObject({
    status: 'paid',
    paid_at: occurredAt,
    paid_amount: payment.final_amount,
    paid_via: 'wallet_direct',
    paid_reff_num: 'EXACT',
    paid_late: false,
    payer_name: 'Siti Aminah',
    payer_app: 'DANA',
    end_reason: null,
  })
  expect(paid.ended_at).toEqual(
    (await ask('select created_at from movement where transfer_id = $1', id))[0]!.created_at,
  )
  expect(await toldOf('payment.paid', payment.invoice_id)).toEqual([
    {
      ...ours(),
      payload: {
        invoiceId: payment.invoice_id,
        mode: 'test',
        from: 'pending',
        paymentMethod: 'wallet_direct',
        amount: 15_000,
        uniqueCode: payment.unique_code,
        finalAmount: payment.final_amount,
        paidVia: 'wallet_direct',
        paidAmount: payment.final_amount,
        paidAt: occurredAt.toISOString(),
        paidReffNum: 'EXACT',
        paidLate: false,
        payerName: 'Siti Aminah',
        payerApp: 'DANA',
        customerName: 'Budi',
        customerEmail: 'budi@example.com',
        customerPhone: '081234567890',
        description: 'Kopi',
        reference: 'R-1',
        metadata: { meja: '7' },
        hasFile: false,
        hasContent: false,
        callbackUrl: 'https://example.com/hook',
        redirectUrl: 'https://example.com/back',
      },
    },
  ])
  expect(await auditOf(`transfer ${id}`)).toEqual([])
})

test('late money records why it waits, then who accepted it, and their note', async () => {
  const { payment, settlement, occurredAt, id, row } = await late('LATE')
  expect([settlement, row.reason, row.invoice_id]).toEqual(['review', 'late', payment.invoice_id])
  const amount = payment.final_amount
  expect(await toldOf('transfer.in_review', `transfer ${id}`)).toEqual([
    {
      ...ours(),
      payload: {
        mode: 'test',
        reason: 'late',
        invoiceId: payment.invoice_id,
        likelyInvoiceId: null,
        amount,
        reference: 'LATE',
        occurredAt: occurredAt.toISOString(),
        payerName: 'Siti Aminah',
      },
    },
  ])
  await acceptTransfer(shop.app, owner(), { transferId: id, actor: 'user 7', note: 'seen' })
  expect((await ask('select * from transfer where id = $1', id))[0]).toMatchObject({
    state: 'settled',
    reason: 'late',
    invoice_id: payment.invoice_id,
    resolved_by: 'user 7',
    note: 'seen',
    resolved_at: expect.any(Date),
  })
  expect(await toldOf('transfer.reviewed', `transfer ${id}`)).toEqual([
    {
      ...ours(),
      payload: {
        mode: 'test',
        transferId: id,
        outcome: 'accepted',
        invoiceId: payment.invoice_id,
        amount,
        by: 'user 7',
        note: 'seen',
      },
    },
  ])
  expect(await auditOf(`transfer ${id}`)).toEqual([
    {
      account_id: shop.demo.accountId,
      actor: 'user 7',
      act: 'transfer.accepted',
      detail: { invoiceId: payment.invoice_id, amount, from: 'expired' },
    },
  ])
  expect(await paymentOf(payment)).toMatchObject({
    status: 'paid',
    paid_late: true,
    paid_at: occurredAt,
    paid_reff_num: 'LATE',
    paid_amount: amount,
    payer_name: 'Siti Aminah',
    payer_app: 'DANA',
    end_reason: 'accepted: user 7',
  })
  const [paid] = await toldOf('payment.paid', payment.invoice_id)
  expect(paid).toMatchObject({ ...ours(), payload: { from: 'expired', paidLate: true, paidReffNum: 'LATE' } })
})

test('unexpected money records its arrival, then who returned it, with or without a note', async () => {
  for (const [at, as] of (['ignored', 'refunded'] as const).entries()) {
    const amount = 777_001 + at
    const { settlement, id, row } = await arrive(amount, `NONE-${as}`, null)
    expect([settlement, row.reason, row.invoice_id]).toEqual(['review', 'unmatched', null])
    const [told] = await toldOf('transfer.in_review', `transfer ${id}`)
    expect(told!.payload).toMatchObject({
      reason: 'unmatched',
      invoiceId: null,
      likelyInvoiceId: null,
      payerName: null,
    })
    const note = as === 'refunded' ? 'sent back' : undefined
    await dismissTransfer(shop.app, owner(), { transferId: id, as, note, actor: 'user 8' })
    expect((await ask('select * from transfer where id = $1', id))[0]).toMatchObject({
      state: as,
      reason: 'unmatched',
      invoice_id: null,
      resolved_by: 'user 8',
      note: note ?? null,
      resolved_at: expect.any(Date),
    })
    expect(await toldOf('transfer.reviewed', `transfer ${id}`)).toEqual([
      {
        ...ours(),
        payload: {
          mode: 'test',
          transferId: id,
          outcome: as,
          invoiceId: null,
          amount,
          by: 'user 8',
          note: note ?? null,
        },
      },
    ])
    expect(await auditOf(`transfer ${id}`)).toEqual([
      {
        account_id: shop.demo.accountId,
        actor: 'user 8',
        act: `transfer.${as}`,
        detail: { amount, ...(note && { note }) },
      },
    ])
  }
})
