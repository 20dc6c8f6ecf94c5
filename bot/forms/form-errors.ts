import { Refusal, type RefusalDetails } from '../../src/lib/refusal.ts'
import type { Form } from './form.ts'

type External = Parameters<Form>[0]['external']

interface StoredError {
  message: string
  details: RefusalDetails | null
}

/**
 * Returns the form with a `conversation.external` that throws the original error. grammY would throw a copy of another
 * class: a Refusal would look like a bug, and an outage of Telegram like a mistake.
 */
export function isolateFormErrors(form: Form): Form {
  return (conversation, ctx, ...args) => {
    const external: External = conversation.external.bind(conversation)
    conversation.external = (op => {
      let thrown: unknown
      return external({
        ...(typeof op === 'function' ? { task: op } : op),
        beforeStoreError(error: unknown): StoredError {
          thrown = error
          return { message: (error as Error).message, details: error instanceof Refusal ? error.details : null }
        },
        afterLoadError: (stored: unknown) => thrown ?? recoverError(stored as StoredError),
      } as never)
    }) as External
    return form(conversation, ctx, ...args)
  }
}

function recoverError({ message, details }: StoredError): Error {
  if (details === null) return new Error(message)
  // Values are stored as JSON, which does not have dates.
  if (details.code === 'closed' && details.opensAt) details.opensAt = new Date(details.opensAt)
  if (details.code === 'coupon' && details.problem === 'early') details.startsAt = new Date(details.startsAt)
  return new Refusal(details, message)
}
