import { randomUUID } from 'node:crypto'
import { Account } from '../accounts/account.ts'
import { announceFacts } from '../events/announce.ts'
import type { PaymentPaid } from '../events/payloads.ts'
import { generateCrockford } from '../lib/ids.ts'
import { notFound, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { allowThroughBreaker } from './allow-through-breaker.ts'
import { checkCallbackAddress } from './callback-address.ts'
import { Delivery } from './delivery.ts'
import type { CallbackOwner } from './redeliver.ts'

const amount = 15_000
const uniqueCode = 123

/**
 * Sends a callback for an invented payment, in a single attempt, to this address or the account's default one. It is
 * signed as usual and marked `X-Webhook-Test: 1`. Returns its invoice id, under which the log shows the outcome.
 *
 * Refuses `invalid_request` without an address, and `address_refused`.
 */
export async function sendTestCallback(
  app: Needs<'em' | 'transaction' | 'now' | 'config' | 'reactions'>,
  owner: CallbackOwner,
  { url, by }: { url?: string | undefined; by: string },
): Promise<string> {
  const account = await app.em(owner).findOne(Account, owner.accountId)
  if (!account) throw notFound('account')
  const address = url ?? account.defaultCallbackUrl
  if (address === null)
    throw refuseField('url', 'is where the test goes: the account has no default address', 'missing')
  checkCallbackAddress(app, 'url', address)
  const now = app.now()
  const invoiceId = `INV-TEST${generateCrockford(16)}`
  await app.transaction(owner, async tx => {
    const [event] = await announceFacts(app, tx, [
      {
        accountId: owner.accountId,
        type: 'callback.test',
        subject: `test ${randomUUID()}`,
        payload: { ...inventedPayment(owner.mode, invoiceId, address, now) },
        createdAt: now,
      },
    ])
    const delivery = tx.em.create(Delivery, {
      account: owner.accountId,
      mode: owner.mode,
      event: event!.id,
      invoiceId,
      url: address,
      state: 'pending',
      isTest: true,
      requestedBy: by,
      createdAt: now,
      nextAt: now,
    })
    await tx.em.flush()
    await allowThroughBreaker(tx.em, [delivery.origin], now)
    tx.wake('callbacks')
  })
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
