import { Refusal } from '../lib/refusal.ts'

/**
 * Returns the lines that a command prints for an error: each mistake with its place, or the message with its only
 * mistake.
 */
export function describeError(error: Error): string {
  const fields = error instanceof Refusal ? (error.fields ?? []) : []
  const mistakes = fields.map(({ path, error: mistake }) => `${path}: ${mistake}`)
  // The message about a single field usually says the same as its line.
  return (mistakes.length > 1 ? mistakes : [...new Set([error.message, ...mistakes])]).join('\n')
}
