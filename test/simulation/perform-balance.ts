import { expect } from 'vitest'
import { decideWithdrawal } from '../../src/books/decide-withdrawal.ts'
import { generateInvoiceId } from '../../src/lib/ids.ts'
import type { WebShop } from '../web/web-shop.ts'
import { expectOutcome, type Performers, pick, type Scene } from './scene.ts'

/** Withdrawals, which exist in live mode only. */
export function performBalance({ shop, model }: Scene): Performers<'withdraw' | 'answer'> {
  return {
    async withdraw({ percent }) {
      const amount = Math.floor((model.balance() * percent) / 100)
      const bank = { bank: 'BCA', account_number: '1234567890', account_holder: 'Siti Aminah' }
      const request = {
        ...{ key: shop.keys.live, body: { amount, ...bank } },
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

/** Adds a paid payment of live mode, whose money no simulated gateway can bring. */
export async function addLiveMoney({ app, demo }: WebShop, amount: number): Promise<void> {
  const values = [generateInvoiceId(app.now()), demo.accountId, amount, app.now()]
  await app.sql.write(
    `insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount, status,
       created_at, expires_at, paid_at, paid_amount, paid_via, paid_reff_num, ended_at)
     values ($1, $2, 'live', 'qris', $3::bigint, 0, $3::bigint, 'paid', $4::timestamptz,
       $4::timestamptz + interval '1 hour', $4, $3::bigint, 'qris', 'R', $4)`,
    values,
  )
  await app.sql.write(
    `insert into movement (account_id, mode, kind, invoice_id, amount, net, created_at)
     values ($2, 'live', 'sale', $1, $3::bigint, $3::bigint, $4)`,
    values,
  )
}
