import { randomUUID } from 'node:crypto'
import { announce } from '../events/announce.ts'
import type { PaymentPaid } from '../events/payloads.ts'
import { randomCrockford } from '../lib/ids.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { checkCallbackAddress } from './callback-address.ts'
import type { CallbackOwner } from './redeliver.ts'

const amount = 15_000
const uniqueCode = 123

/**
 * Sends a callback of an invented payment, signed as any other and marked `X-Webhook-Test: 1`, to this address or the account's
 * default one: one attempt. Returns its invoice id, by which the log shows what came of it.
 *
 * Refuses `invalid_request` without an address, `address_refused`.
 */
export async function sendTestCallback(
  app: Needs<'sql' | 'transaction' | 'now' | 'wake' | 'config' | 'reactions'>,
  owner: CallbackOwner,
  { url, by }: { url?: string | undefined; by: string },
): Promise<string> {
  const accounts = await app.sql.query<{ url: string | null }>(
    'select default_callback_url as url from account where id = $1',
    [owner.accountId],
  )
  if (!accounts[0]) throw new Refusal('not_found', 'There is no such account')
  const address = url ?? accounts[0].url
  if (address === null) throw refuseField('url', 'is where the test goes: the account has no default address')
  checkCallbackAddress(app, 'url', address)
  const now = app.now()
  const invoiceId = `INV-TEST${randomCrockford(16)}`
  await app.transaction('installation', async tx => {
    const [event] = await announce(app, tx, [
      {
        accountId: owner.accountId,
        type: 'callback.test',
        subject: `test ${randomUUID()}`,
        payload: { ...inventedPayment(owner.mode, invoiceId, address, now) },
        createdAt: now,
      },
    ])
    await tx.write(
      `insert into delivery (event_id, account_id, mode, invoice_id, url, next_at, created_at, is_test, requested_by)
       values ($1, $2, $3, $4, $5, $6, $6, true, $7)`,
      [event!.id, owner.accountId, owner.mode, invoiceId, address, now, by],
    )
    await tx.write(
      `update callback_endpoint h set blocked_until = $2 from delivery d
       where d.event_id = $1 and h.account_id = d.account_id and h.origin = d.origin and h.blocked_until > $2`,
      [event!.id, now],
    )
  })
  app.wake.notify('callbacks')
  return invoiceId
}

function inventedPayment(mode: PaymentPaid['mode'], invoiceId: string, callbackUrl: string, now: Date): PaymentPaid {
  return {
    invoiceId,
    mode,
    paymentMethod: 'qris',
    paidVia: 'qris',
    amount,
    uniqueCode,
    finalAmount: amount + uniqueCode,
    paidAmount: amount + uniqueCode,
    paidAt: now.toISOString(),
    paidReffNum: 'TEST',
    paidLate: false,
    payerName: null,
    payerApp: null,
    customerName: 'Test',
    customerEmail: null,
    customerPhone: null,
    description: 'Test callback',
    callbackUrl,
    redirectUrl: null,
    reference: null,
    metadata: {},
    hasFile: false,
    hasContent: false,
  }
}
