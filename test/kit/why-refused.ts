import { Refusal } from '../../src/lib/refusal.ts'

/**
 * Returns the reason of a refusal. It is the fields with their codes and bounds, from which pages and chats create a
 * sentence; or the sentence about a missing object; or the reason if no field is to blame. Null if it was not refused.
 */
export async function whyRefused(asked: Promise<unknown>): Promise<unknown> {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error === null) return null
  if (!(error instanceof Refusal)) throw error
  if (error.code === 'not_found') return error.message
  return error.fields?.map(({ error: _, ...field }) => field) ?? error.details
}
