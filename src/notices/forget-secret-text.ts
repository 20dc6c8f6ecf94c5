import type { Needs } from '../needs.ts'
import { InboxUpdate } from './inbox-update.ts'

/** The fields of a message that contain a person's text. */
const worded = new Set(['text', 'entities', 'caption', 'caption_entities'])

/**
 * Removes the text from a stored update whose message contained a secret. Updates are otherwise kept for some days
 * after they were handled.
 */
export async function forgetSecretText(
  app: Needs<'em'>,
  { botId, updateId }: { botId: number; updateId: number },
): Promise<void> {
  const em = app.em('installation')
  const update = await em.findOneOrFail(InboxUpdate, { bot: botId, updateId })
  const { message, ...payload } = update.payload as { message?: object }
  const wordless = { ...payload, message: removeText(message ?? {}) }
  await em.nativeUpdate(InboxUpdate, { bot: botId, updateId }, { payload: wordless })
}

/** Returns a message without the person's text. */
export function removeText<Message extends object>(message: Message): Message {
  return Object.fromEntries(Object.entries(message).filter(([name]) => !worded.has(name))) as Message
}
