import { randomCrockford } from '../../src/lib/ids.ts'
import { planNotices } from '../../src/notices/plan-notices.ts'
import type { KnownBot } from '../bots/bots.ts'
import { OpenForm } from '../forms/open-form.ts'
import { burySql, type InboxNeeds, type LeasedChat, type StoredUpdate } from './inbox-sql.ts'

/**
 * Gives an update up, and plans the notice that gives its person a reference. The form is closed with it: one that failed
 * on an update would fail on the next one too.
 */
export async function buryUpdate(
  app: InboxNeeds,
  bot: KnownBot,
  chat: LeasedChat,
  { stored, error }: { stored: StoredUpdate; error: string },
): Promise<void> {
  const { personId, token } = chat
  const reference = randomCrockford(6)
  const isBuried = await app.transaction('installation', async tx => {
    const buried = await tx.write(burySql, [bot.id, stored.update.update_id, reference, error, personId, token])
    if (buried === 0) return false
    await tx.em.nativeDelete(OpenForm, { botId: bot.id, personId })
    await planNotices(tx, app.now(), [
      {
        botId: bot.id,
        chatId: personId,
        accountId: bot.accountId,
        kind: 'update.failed',
        data: { reference },
        key: String(stored.update.update_id),
      },
    ])
    return true
  })
  if (!isBuried) return
  app.log.error({ bot: bot.id, update: stored.update.update_id, reference, error }, 'an update is given up')
  app.wake.notify('notices')
}
