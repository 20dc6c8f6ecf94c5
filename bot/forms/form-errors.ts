import { Refusal, type RefusalCode } from '../../src/lib/refusal.ts'
import type { Form } from './form.ts'

type External = Parameters<Form>[0]['external']

interface StoredError {
  message: string
  code: RefusalCode | null
}

/**
 * The form whose `conversation.external` throws what was thrown inside. By itself it throws a copy that has lost its kind,
 * so a Refusal would look like a fault, and Telegram's absence like a mistake.
 */
export function withErrorsOfItsOwn(form: Form): Form {
  return (conversation, ctx, ...args) => {
    const external: External = conversation.external.bind(conversation)
    conversation.external = (op => {
      let thrown: unknown
      return external({
        ...(typeof op === 'function' ? { task: op } : op),
        beforeStoreError(error: unknown): StoredError {
          thrown = error
          return { message: (error as Error).message, code: error instanceof Refusal ? error.code : null }
        },
        afterLoadError: (stored: unknown) => thrown ?? recover(stored as StoredError),
      } as never)
    }) as External
    return form(conversation, ctx, ...args)
  }
}

function recover({ message, code }: StoredError): Error {
  return code === null ? new Error(message) : new Refusal(code, message)
}
