import type { Needs } from '../needs.ts'
import { InboxUpdate } from './inbox-update.ts'

/** The fields of a message with what a person wrote. */
const worded = new Set(['text', 'entities', 'caption', 'caption_entities'])

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
  const rest = Object.entries(message ?? {}).filter(([name]) => !worded.has(name))
  const wordless = { ...payload, message: Object.fromEntries(rest) }
  await em.nativeUpdate(InboxUpdate, { bot: botId, updateId }, { payload: wordless })
}
