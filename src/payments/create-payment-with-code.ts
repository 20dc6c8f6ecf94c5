import type { Standing } from '../keys/standing.ts'
import { type PaymentMethod, paymentMethods } from '../methods/method.ts'
import type { Needs } from '../needs.ts'
import { type CreatedCode, chargeAtOnce } from './charge-at-once.ts'
import { type CreateOptions, createPayment } from './create-payment.ts'
import type { NewPayment } from './draft-payment.ts'
import { leaseS } from './make-code.ts'
import type { Payment } from './payment.ts'

/** A payment with the details that only its creator receives. */
export interface CreatedPayment extends Readonly<Payment> {
  /** The code of `qris_platform`, created while the caller waits; null for other methods. */
  platform: PlatformCode | null
}

export interface PlatformCode extends CreatedCode {
  label: PaymentMethod['name']
  /** The merchant id's own code without an amount, if the operator stored it. */
  staticQris: string | null
}

type CreateNeeds = Needs<
  | 'config'
  | 'sql'
  | 'ask'
  | 'transaction'
  | 'em'
  | 'now'
  | 'edition'
  | 'connectors'
  | 'seal'
  | 'outbound'
  | 'reactions'
  | 'wake'
  | 'log'
>

/**
 * Creates a payment for a caller whose answer contains the code of `qris_platform`. The payment is written first, then
 * its code is requested from the provider, within at most 35 s. Other methods are created as usual. Refuses as
 * `createPayment`, its `check` and `chargeAtOnce` do.
 */
export async function createPaymentWithCode(
  app: CreateNeeds,
  standing: Standing,
  input: NewPayment,
  options: Pick<CreateOptions, 'check' | 'waiter' | 'reuse' | 'onReplay'> = {},
): Promise<CreatedPayment> {
  const payment = await createPayment(app, standing, input, { ...options, chargedByS: leaseS })
  if (payment.paymentMethod !== 'qris_platform') return Object.assign(payment, { platform: null })
  const code = await chargeAtOnce(app, payment)
  const platform = {
    ...code,
    label: paymentMethods.qris_platform.name,
    staticQris: standing.platformGrant?.staticQris ?? null,
  }
  return Object.assign(payment, { platform })
}
