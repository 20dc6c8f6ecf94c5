import { expect } from 'vitest'
import { decideWithdrawal } from '../../src/books/decide-withdrawal.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { generateInvoiceId } from '../../src/lib/ids.ts'
import type { WebShop } from '../web/web-shop.ts'
import { expectOutcome, type Performers, pick, type Scene } from './scene.ts'

/** Withdrawals, which exist in live mode only. */
export function performBalance({ shop, model, liveKey }: Scene): Performers<'withdraw' | 'answer'> {
  return {
    async withdraw({ percent }) {
      const amount = Math.floor((model.balance() * percent) / 100)
      const bank = { bank: 'BCA', account_number: '1234567890', account_holder: 'Siti Aminah' }
      const request = {
        key: liveKey,
        body: { amount, ...bank },
        headers: { 'idempotency-key': `withdrawal ${model.withdrawals.length} ${amount}` },
      }
      const [first, second] = await Promise.all([
        shop.api('/request-withdrawal', request),
        shop.api('/request-withdrawal', request),
      ])
      const why = model.refusesWithdrawal(amount)
      if (why) return expect([first.body, second.body]).toMatchObject([{ code: why }, { code: why }])
      expect([first.status, second.status], JSON.stringify(first.body)).toEqual([200, 200])
      expect(second.body.data.id, 'a repeated withdrawal').toBe(first.body.data.id)
      model.withdraw(first.body.data.id, amount)
    },
    async answer({ withdrawal: number, to }) {
      const withdrawal = pick(model.withdrawals, number)
      if (!withdrawal) return
      const deciding = decideWithdrawal(shop.app, { id: withdrawal.id, to, by: { actor: 'operator 1' } })
      await expectOutcome(deciding, model.decide(withdrawal, to))
    },
  }
}

/**
 * Gives another account a paid payment of live mode, whose money no simulated gateway can bring. Returns its key.
 */
export async function addLiveMoney({ app, second }: WebShop, amount: number): Promise<string> {
  const { accountId } = second
  const values = [generateInvoiceId(app.now()), accountId, amount, app.now()]
  await app.sql.write(
    `with paid as (
       insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount, status,
         created_at, expires_at, paid_at, paid_amount, paid_via, paid_reff_num, ended_at)
       values ($1, $2, 'live', 'qris', $3::bigint, 0, $3::bigint, 'paid', $4::timestamptz,
         $4::timestamptz + interval '1 hour', $4, $3::bigint, 'qris', 'R', $4) returning *)
     insert into event (id, account_id, mode, type, subject, month, payload, created_at)
     select gen_random_uuid(), account_id, mode, type, invoice_id, substr(invoice_id, 5, 3), '{}', created_at
     from paid, unnest(array['payment.created', 'payment.paid']) type`,
    values,
  )
  await app.sql.write(
    `with place as (
       insert into receiving_account (connector, mode, external_id, owner_id)
       values ('interactive', 'live', 'LIVE', $2) returning id),
     source as (
       insert into connection (account_id, connector, mode, receiving_account_id, label, sealed_credentials, is_active)
       select $2, 'interactive', 'live', id, 'Live', '', false from place returning id, receiving_account_id),
     money as (
       insert into transfer (account_id, connection_id, receiving_account_id, reference, amount, occurred_at,
         received_at, state, invoice_id)
       select $2, id, receiving_account_id, 'R', $3::bigint, $4::timestamptz, $4, 'settled', $1 from source
       returning id)
     insert into movement (account_id, mode, kind, invoice_id, transfer_id, amount, fee, net, created_at)
     select $2, 'live', 'sale', $1, id, $3::bigint, 0, $3::bigint, $4 from money`,
    values,
  )
  return createKey(app, { accountId, mode: 'live', label: 'Withdrawals', isRateLimited: false })
}
