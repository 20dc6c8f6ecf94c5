import { raw } from '@mikro-orm/core'
import type { Needs } from '../needs.ts'
import { Bot } from './bot.ts'

/**
 * The outcome of the last call to Telegram about a bot's updates: it set their address and settings, deleted them, or
 * failed.
 */
export type WebhookOutcome = { is: 'set'; hookedAs: string } | { is: 'deleted' } | { is: 'failed' }

const delayS = 60

/**
 * Records the outcome; the pause before the next attempt grows with each failure. Returns false for a bot that has been
 * revoked in the meantime.
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
