import { createHmac } from 'node:crypto'
import { findRedirect } from '../accounts/refuse-redirect.ts'
import { findWebhookSecrets } from '../keys/webhook-secret.ts'
import { parseRedirectAddress } from '../lib/redirect-address.ts'
import type { Needs } from '../needs.ts'
import type { PaymentView } from './view-payment.ts'

/**
 * Returns the address to which the payer of an ended payment returns (contract 4.1, `redirect_url`). It is the
 * merchant's address with `invoice`, `status` and `signature` added to the query. The signature is the lower-case hex
 * HMAC-SHA256 of `redirect|<invoice>|<status>`. Its key is the entire text of the oldest live secret, as for a
 * callback. Null without a permitted address.
 */
export async function makeReturnAddress(
  app: Needs<'em' | 'seal' | 'now'>,
  { accountId, invoiceId, status, redirectUrl }: PaymentView,
): Promise<URL | null> {
  // It was checked when the payment was created, and is checked again, because the rules may have changed since.
  if (redirectUrl === null || (await findRedirect(app, accountId, redirectUrl)) === null) return null
  const [secret] = await findWebhookSecrets(app, accountId)
  // The first word ensures that it is never the signature of a callback, which a payer must not be able to forge.
  const signature = createHmac('sha256', secret!).update(`redirect|${invoiceId}|${status}`).digest('hex')
  return parseRedirectAddress(withQuery(redirectUrl, `invoice=${invoiceId}&status=${status}&signature=${signature}`))
}

// Appended as text, because serialising the query would change the encoding of the merchant's own parameters.
function withQuery(address: string, added: string): string {
  const [, before, fragment] = /^([^#]*)(#.*)?$/s.exec(address)!
  const separator = !before!.includes('?') ? '?' : /[?&]$/.test(before!) ? '' : '&'
  return `${before}${separator}${added}${fragment ?? ''}`
}
