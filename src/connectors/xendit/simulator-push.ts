import type { CodeRow } from '../simulator/code.ts'
import { makeCodeUuid } from '../simulator/code-uuid.ts'
import { type OutgoingPush, sendPush } from '../simulator/send-push.ts'
import type { PushNeeds } from '../simulator/simulator.ts'
import type { SimulatorAnswer } from '../simulator/simulator-request.ts'
import { makeWebhookToken } from './simulator-account.ts'
import { viewQrPayment } from './simulator-qr-code.ts'
import { viewPayment, viewPaymentRequest } from './simulator-view.ts'

// The retries follow after 15 and 45 minutes, and 2, 3, 6 and 12 hours.
const tries = 7

/** Sends the webhook of a paid code to the address configured in the dashboard. */
export async function pushPaidCode(needs: PushNeeds, code: CodeRow, fault?: string): Promise<SimulatorAnswer> {
  const url = code.notify_url ?? (await needs.findHook(code.qris))
  if (url === null) return { status: 404, body: '' }
  const paid = makeWebhook(code, url)
  const forged = { ...paid, headers: { ...paid.headers, 'x-callback-token': 'forged' } }
  const expired = makeWebhook({ ...code, paid_at: null }, url)
  const sent = { reordered: [paid, expired], duplicate: [paid, paid], forged: [forged] }[fault ?? ''] ?? [paid]
  let answer: SimulatorAnswer = { status: 0, body: '' }
  const isTaken = (status: number) => status >= 200 && status < 300
  for (const webhook of sent) answer = await sendPush(webhook, { tries, isTaken })
  return answer
}

/** Returns the webhook of a code that was paid or has expired. */
export function makeWebhook(code: CodeRow, url: string): OutgoingPush {
  const business_id = code.mid.split(' ').at(-1)!
  const isOlder = code.details.isQrCode === true
  const [event, data] = code.paid_at
    ? isOlder
      ? ['qr.payment', viewQrPayment(code, business_id)]
      : ['payment.capture', viewPayment(code)]
    : ['payment_request.expiry', { ...viewPaymentRequest(code, code.requested_at), status: 'EXPIRED' }]
  const created = (code.paid_at ?? code.requested_at).toISOString()
  return {
    url,
    headers: {
      'content-type': 'application/json',
      'x-callback-token': makeWebhookToken(business_id),
      'webhook-id': makeCodeUuid(`xendit ${event}`, code.id),
    },
    body: JSON.stringify({ event, business_id, created, api_version: isOlder ? '2022-07-31' : 'v3', data }),
  }
}
