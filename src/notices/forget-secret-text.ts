import type { Needs } from '../needs.ts'
import { InboxUpdate } from './inbox-update.ts'

/**
 * Takes the words out of a stored update whose message held a secret. What Telegram sent is otherwise kept for some
 * days after it was handled.
 */
export async function forgetSecretText(
  app: Needs<'em'>,
  { botId, updateId }: { botId: number; updateId: number },
): Promise<void> {
  const em = app.em('installation')
  const update = await em.findOneOrFail(InboxUpdate, { bot: botId, updateId })
  const { message, ...payload } = update.payload as { message?: object }
  const { text: _text, entities: _entities, ...rest } = (message ?? {}) as { text?: string; entities?: unknown }
  await em.nativeUpdate(InboxUpdate, { bot: botId, updateId }, { payload: { ...payload, message: rest } })
}
