import { Refusal } from '../../src/lib/refusal.ts'

/**
 * Why something is refused: the fields with the code and the bounds by which pages and chats say it in words, the
 * sentence for what is not there, or the reason if no field is to blame. Null if it was not refused.
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
