import { createHmac } from 'node:crypto'
import { findRedirect } from '../accounts/refuse-redirect.ts'
import { webhookSecrets } from '../keys/webhook-secret.ts'
import { redirectAddress } from '../lib/redirect-address.ts'
import type { Needs } from '../needs.ts'
import type { PaymentView } from './view-payment.ts'

/**
 * Where the payer of a payment that has ended goes on (contract 4.1, `redirect_url`): the merchant's address, to whose
 * query `invoice`, `status` and `signature` are added. The signature is the lower-case hex HMAC-SHA256 of
 * `redirect|<invoice>|<status>`, keyed with the whole text of the oldest live secret, as the signature of a callback
 * is. Null where there is no address that may be gone to.
 */
export async function returnAddress(
  app: Needs<'em' | 'seal' | 'now'>,
  { accountId, invoiceId, status, redirectUrl }: PaymentView,
): Promise<URL | null> {
  // It was checked when the payment was made, and is checked again: what is stored may be older than the check.
  if (redirectUrl === null || (await findRedirect(app, accountId, redirectUrl)) === null) return null
  const [secret] = await webhookSecrets(app, accountId)
  // The first word keeps it from ever being the signature of a callback, which a payer must not be able to make.
  const signature = createHmac('sha256', secret!).update(`redirect|${invoiceId}|${status}`).digest('hex')
  return redirectAddress(withQuery(redirectUrl, `invoice=${invoiceId}&status=${status}&signature=${signature}`))
}

// As text: to write a query anew would change how the merchant's own parts are encoded.
function withQuery(address: string, added: string): string {
  const [, before, fragment] = /^([^#]*)(#.*)?$/s.exec(address)!
  const separator = !before!.includes('?') ? '?' : /[?&]$/.test(before!) ? '' : '&'
  return `${before}${separator}${added}${fragment ?? ''}`
}
