import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { Modules } from '@medusajs/framework/utils'
import { checkSessionPayments } from '../../../../check-waiting-payments.ts'

/** Returns the page where the customer of a payment session pays, with a new code if the last one has expired. */
export async function POST(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const id = request.params.id!
  const payments = request.scope.resolve(Modules.PAYMENT)
  await checkSessionPayments(request.scope, id)
  const before = await payments.retrievePaymentSession(id, { relations: ['payment_collection'] })
  const isOpen = before.status === 'pending_authorization' && before.payment_collection?.status !== 'canceled'
  if (isOpen) await payments.authorizePaymentSession(id, {})
  const { data, status } = isOpen ? await payments.retrievePaymentSession(id) : before
  const { payment_url, final_amount, expires_at } = data ?? {}
  response.json({ is_paid: status === 'authorized', payment_url, final_amount, expires_at })
}
