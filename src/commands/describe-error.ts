import { Refusal } from '../lib/refusal.ts'

/** The lines that a command prints of an error: each mistake with its place, or the sentence and the one mistake. */
export function describeError(error: Error): string {
  const fields = error instanceof Refusal ? (error.fields ?? []) : []
  const mistakes = fields.map(({ path, error: mistake }) => `${path}: ${mistake}`)
  // Most sentences about one field are that line already.
  return (mistakes.length > 1 ? mistakes : [...new Set([error.message, ...mistakes])]).join('\n')
}
