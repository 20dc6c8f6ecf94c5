import { STATUS_CODES } from 'node:http'
import { findErrorKind } from './lib/outbound.ts'
import type { Room } from './room.ts'
import type { ClaimedUpdate } from './webhooks-sql.ts'

const answerTimeoutMs = 60_000
const answerBytesMax = 1024 * 1024

export type PostOutcome = { reply: Record<string, unknown> } | { error: string; retryAfterS: number }

/**
 * Posts an update to its webhook. Never throws: the result contains the webhook's reply, or the error in Telegram's
 * wording.
 */
export async function postUpdate(room: Room, update: ClaimedUpdate, signal: AbortSignal): Promise<PostOutcome> {
  try {
    const answer = await room.outbound.fetch(update.webhook_url, {
      method: 'POST',
      timeoutMs: answerTimeoutMs,
      responseBytesMax: answerBytesMax,
      cut: true,
      signal,
      headers: {
        'content-type': 'application/json',
        ...(update.webhook_secret && { 'x-telegram-bot-api-secret-token': update.webhook_secret }),
      },
      body: JSON.stringify({ update_id: update.update_id, ...update.payload }),
    })
    const { status } = answer
    if (status < 200 || status > 299) {
      const retryAfterS = Number(answer.headers['retry-after'] ?? 0) || 0
      return { error: `Wrong response from the webhook: ${status} ${STATUS_CODES[status] ?? ''}`.trim(), retryAfterS }
    }
    return { reply: asCall(answer.body.toString()) }
  } catch (error) {
    return { error: failureText(error), retryAfterS: 0 }
  }
}

function asCall(body: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function failureText(error: unknown): string {
  const kind = findErrorKind(error)
  if (kind === undefined) return 'Webhook connection closed'
  const { message } = error as Error
  if (kind === 'refused') return `IP address is reserved: ${message}`
  if (kind === 'timeout') return 'Read timeout expired'
  if (kind === 'unresolved') return 'Failed to resolve host: Name or service not known'
  return message.endsWith('ECONNREFUSED') ? 'Connection refused' : 'Webhook connection closed'
}
