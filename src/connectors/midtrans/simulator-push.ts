import type { CodeRow } from '../simulator/code.ts'
import type { PushNeeds } from '../simulator/simulator.ts'
import type { SimulatorAnswer } from '../simulator/simulator-request.ts'
import type { MidtransAccount } from './simulator-account.ts'
import { signView, type TransactionView, viewTransaction } from './simulator-view.ts'

/**
 * Sends the notification of a paid code to the addresses that its request named, or to the shop's own. Midtrans retries
 * after 2, 10, 30, 90 and 210 minutes for an HTTP 5xx, once for another 4xx, and never for 404; here without the
 * pauses.
 */
export async function pushPaidCode(needs: PushNeeds, code: CodeRow, fault?: string): Promise<SimulatorAnswer> {
  const hook = code.notify_url ?? (await needs.findHook(code.qris))
  if (hook === null) return { status: 404, body: '' }
  const account = findCodeAccount(code)
  const signer = fault === 'forged' ? { ...account, serverKey: 'SB-Mid-server-FORGED' } : account
  const paid = viewTransaction(code, account, needs.clock.now())
  const pending = { ...paid, status_code: '201', transaction_status: 'pending' }
  const sent = { reordered: [paid, pending], duplicate: [paid, paid] }[fault ?? ''] ?? [paid]
  let status = 0
  for (const url of hook.split(',')) {
    for (const view of sent) status = await deliverWebhook(url, writeNotification(view, signer))
  }
  return { status, body: '' }
}

const timeoutMs = 3_000

/** Returns the account whose key requested a code. */
export function findCodeAccount({ details, mid }: CodeRow): MidtransAccount {
  return { serverKey: String(details.serverKey), merchantId: mid.split(' ').at(-1)! }
}

/** Returns the body of a notification. */
export function writeNotification(view: TransactionView, account: MidtransAccount): string {
  return JSON.stringify({ ...signView(view, account), status_message: 'midtrans payment notification' })
}

async function deliverWebhook(url: string, body: string): Promise<number> {
  for (let tries = 0; ; tries++) {
    const status = await sendWebhook(url, body)
    if (tries >= retriesAfter(status)) return status
  }
}

function retriesAfter(status: number): number {
  if (status === 404 || (status >= 200 && status < 300)) return 0
  return status === 0 || status >= 500 ? 5 : 1
}

// Follows 307 and 308, but no other redirect: github.com/Midtrans/midtrans-php/issues/89.
async function sendWebhook(url: string, body: string): Promise<number> {
  const headers = { 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'Veritrans' }
  const post = (address: string | URL) =>
    fetch(address, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  try {
    const answer = await post(url)
    const next = answer.headers.get('location')
    if (next === null || (answer.status !== 307 && answer.status !== 308)) return answer.status
    return (await post(new URL(next, url))).status
  } catch {
    return 0
  }
}
