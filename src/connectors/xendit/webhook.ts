import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { isSameText } from '../../lib/same-text.ts'
import { ConnectorError, type Push, type PushContents } from '../connector.ts'
import type { XenditCredentials } from './credentials.ts'

const Id = z.string().min(1).max(255).nullish().catch(null)
const Webhook = z.looseObject({
  data: z.looseObject({ id: Id, payment_request_id: Id, reference_id: Id }).nullish().catch(null),
})

/**
 * Reads a webhook, which carries a constant token and no signature. The token proves the sender, not the content, so
 * the payment request that it names is fetched. Event names differ between versions and are ignored.
 */
export function receiveWebhook({ webhook_token }: XenditCredentials, { headers, body }: Push): PushContents {
  if (webhook_token === undefined) {
    throw new ConnectorError('unauthorized', 'this connection has no webhook token: codes are asked about instead')
  }
  if (!isSameText(headers['x-callback-token'] ?? '', webhook_token)) {
    throw new ConnectorError('unauthorized', 'the webhook token belongs to another account, or to the other mode')
  }
  const parsed = Webhook.safeParse(parseJson(body.toString('utf8')))
  if (!parsed.success) throw new ConnectorError('unexpected', 'the webhook is not one of Xendit')
  const { id, payment_request_id, reference_id = null } = parsed.data.data ?? {}
  const providerInvoiceId = payment_request_id ?? (id?.startsWith('pr-') ? id : null)
  const isNamed = reference_id !== null || providerInvoiceId !== null
  return {
    charges: isNamed ? [{ reference: reference_id, providerInvoiceId }] : [],
    transfers: [],
    answer: { status: 200, body: {} },
  }
}
