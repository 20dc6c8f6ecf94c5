import { raw } from '@mikro-orm/core'
import { generateCrockford } from '../../src/lib/ids.ts'
import { planNotices } from '../../src/notices/plan-notices.ts'
import type { KnownBot } from '../bots/bots.ts'
import { OpenForm } from '../forms/open-form.ts'
import type { InboxNeeds, LeasedChat, StoredUpdate } from './inbox-sql.ts'
import { markUnhandled } from './mark-unhandled.ts'

/**
 * Abandons an update, and plans the notice with a reference for its person. It closes the form too, because a form that
 * failed on an update would fail on the next update as well.
 */
export async function giveUpUpdate(
  app: InboxNeeds,
  bot: KnownBot,
  chat: LeasedChat,
  { stored, error }: { stored: StoredUpdate; error: string },
): Promise<void> {
  const { personId } = chat
  const updateId = stored.payload.update_id
  const reference = generateCrockford(6)
  const isGivenUp = await app.transaction('shared', async tx => {
    const change = {
      state: 'dead',
      reference,
      error,
      attempts: raw<number>('attempts + 1'),
      endedAt: raw<Date>('now()'),
    }
    if (!(await markUnhandled(tx, chat, stored, change))) return false
    await tx.em.nativeDelete(OpenForm, { botId: bot.id, personId })
    await planNotices(tx, app.now(), [
      {
        botId: bot.id,
        chatId: personId,
        accountId: bot.accountId,
        kind: 'update.failed',
        data: { reference },
        key: String(updateId),
      },
    ])
    return true
  })
  if (!isGivenUp) return
  app.log.error({ bot: bot.id, update: updateId, reference, error }, 'an update is given up')
}
