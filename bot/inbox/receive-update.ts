import type { Update } from 'grammy/types'
import type { Log } from '../../src/lib/log.ts'
import { isSameText } from '../../src/lib/same-text.ts'
import type { Bots } from '../bots/bots.ts'
import type { WebhookReply } from '../telegram/callback-queries.ts'
import type { Inbox } from './inbox.ts'

/** The answer to Telegram's webhook; its body may contain a call for Telegram to execute. */
interface Received {
  status: 200 | 400 | 401 | 404 | 503
  reply?: WebhookReply | undefined
}

/**
 * Receives an update from Telegram's webhook. The status is 200 once it is stored (even if its handling fails later),
 * 404 for an unknown hook, 401 for a wrong secret and 400 for an invalid update. It is 503 while it cannot be stored,
 * so that Telegram repeats it.
 */
export async function receiveUpdate(
  parts: { bots: Bots; inbox: Inbox; log: Log },
  request: { hookId: string; secret: string | undefined; update: unknown },
): Promise<Received> {
  try {
    const bot = await parts.bots.byHook(request.hookId)
    if (!bot) return { status: 404 }
    if (!bot.hookSecrets().some(secret => isSameText(request.secret ?? '', secret))) return { status: 401 }
    if (!isUpdate(request.update)) return { status: 400 }
    return { status: 200, reply: await parts.inbox.takeFromWebhook(bot, request.update) }
  } catch (error) {
    parts.log.error({ err: error }, 'an update could not be stored')
    return { status: 503 }
  }
}

function isUpdate(value: unknown): value is Update {
  return (
    typeof value === 'object' && value !== null && Number.isSafeInteger((value as { update_id?: unknown }).update_id)
  )
}
