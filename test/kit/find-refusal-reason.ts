import { Refusal } from '../../src/lib/refusal.ts'

/**
 * Returns the reason of a refusal, or null if there was none: the fields with their codes and bounds, from which pages
 * and chats build a sentence; the sentence about a missing object; or the reason if no field is to blame.
 */
export async function findRefusalReason(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error === null) return null
  if (!(error instanceof Refusal)) throw error
  if (error.code === 'not_found') return error.message
  return error.fields?.map(({ error: _, ...field }) => field) ?? error.details
}
