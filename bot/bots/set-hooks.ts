import type { App } from '../../src/needs.ts'
import { recordWebhook } from '../../src/notices/record-webhook.ts'
import { revokeBot } from '../../src/notices/revoke-bot.ts'
import { allowedUpdates, classifyTelegramError, describeTelegramError } from '../telegram/telegram.ts'
import { type KnownBot, openBot } from './bots.ts'
import { botsSql, readBots } from './bots-sql.ts'

type HookNeeds = Pick<App, 'em' | 'sql' | 'transaction' | 'seal' | 'config' | 'log' | 'now'>

const batchMax = 20
// The maximum that Telegram allows; with fewer connections, simultaneous presses queue behind each other.
const connectionsMax = 100

/** Returns the path at which Telegram delivers a bot's updates. It is a random name, never the token. */
export function hookPath(hookId: string): string {
  return `/tg/${hookId}`
}

const toBeHookedSql = botsSql<{ address: string; limit: number }>(`
  where b.state = 'active' and b.hook_at <= now()
    and b.hooked_as is distinct from :address::text || ' ' || b.secret_rotation
  order by b.hook_at limit :limit`)

/**
 * Sets the webhook of each bot whose current one differs, and returns the number of webhooks set. Updates that wait at
 * Telegram stay there.
 */
export async function setHooks(app: HookNeeds): Promise<number> {
  const address = `${app.config.baseUrl} ${allowedUpdates.join(',')} ${app.seal.keyId()}`
  const rows = await readBots(app, toBeHookedSql, { address, limit: batchMax })
  const told = await Promise.all(rows.map(row => setHook(app, openBot(app, row), `${address} ${row.secretRotation}`)))
  return told.filter(Boolean).length
}

async function setHook(app: HookNeeds, bot: KnownBot, hookedAs: string): Promise<boolean> {
  try {
    await bot.bareApi.setWebhook(`${app.config.baseUrl}${hookPath(bot.hookId)}`, {
      secret_token: bot.hookSecrets()[0]!,
      allowed_updates: allowedUpdates,
      max_connections: connectionsMax,
    })
    return await recordWebhook(app, bot.id, { is: 'set', hookedAs })
  } catch (error) {
    if (classifyTelegramError(error)?.is === 'revoked') await revokeBot(app, bot)
    app.log.warn({ bot: bot.id, error: describeTelegramError(error) }, 'the webhook of a bot could not be set')
    await recordWebhook(app, bot.id, { is: 'failed' })
    return false
  }
}
