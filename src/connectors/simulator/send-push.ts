import type { SimulatorAnswer } from './simulator-request.ts'

/** An outgoing notification, with the headers that prove its sender. */
export interface OutgoingPush {
  url: string
  headers: Record<string, string>
  body: string
}

interface Terms {
  /** The total number of attempts by the provider. */
  tries: number
  isTaken(status: number, text: string): boolean
}

const timeoutMs = 3_000

/**
 * Sends a notification as providers do. It does not follow redirects, and retries until the receiver gives the agreed
 * answer or the attempts are used up. Attempts that are minutes apart in reality follow immediately.
 */
export async function sendPush(push: OutgoingPush, terms: Terms): Promise<SimulatorAnswer> {
  const { url, headers, body } = push
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal }).catch(() => null)
  const text = (await answer?.text().catch(() => '')) ?? ''
  const status = answer?.status ?? 504
  if (terms.isTaken(status, text) || terms.tries <= 1) return { status, body: text }
  return sendPush(push, { ...terms, tries: terms.tries - 1 })
}

/** The notification faults that every gateway simulator supports. */
export const pushFaults = ['duplicate', 'forged'] as const

/** Sends a notification, or the fault's version of it: sent twice, or changed after it was signed. */
export async function sendWithFault(
  push: OutgoingPush,
  terms: Terms,
  fault: string | undefined,
): Promise<SimulatorAnswer> {
  if (fault === 'forged') return sendPush({ ...push, body: push.body.replace(/\d(?=\D*$)/, flipped) }, terms)
  if (fault === 'duplicate') await sendPush(push, terms)
  return sendPush(push, terms)
}

const flipped = (digit: string) => String((Number(digit) + 1) % 10)
