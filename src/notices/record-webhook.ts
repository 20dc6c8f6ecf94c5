import { raw } from '@mikro-orm/core'
import type { Needs } from '../needs.ts'
import { Bot } from './bot.ts'

/**
 * The last thing that Telegram was told about where a bot's updates go: the address and what belongs to it, nothing any
 * more, or nothing because the call failed.
 */
export type WebhookOutcome = { is: 'set'; hookedAs: string } | { is: 'deleted' } | { is: 'failed' }

const delayS = 60

/**
 * Records it; the next try after a failure waits the longer the more there were. Returns false for a bot that is
 * revoked meanwhile.
 */
export async function recordWebhook(app: Needs<'em'>, botId: number, outcome: WebhookOutcome): Promise<boolean> {
  const recorded = await app.em('installation').nativeUpdate(Bot, { id: botId, state: 'active' }, changeAfter(outcome))
  return recorded === 1
}

function changeAfter(outcome: WebhookOutcome) {
  switch (outcome.is) {
    case 'set':
      return { hookedAs: outcome.hookedAs, hookFailures: 0 }
    case 'deleted':
      return { hookedAs: null }
    case 'failed':
      return {
        hookFailures: raw<number>('hook_failures + 1'),
        hookAt: raw<Date>('now() + make_interval(secs => ? * least(hook_failures + 1, 10))', [delayS]),
      }
  }
}
