import { createHash } from 'node:crypto'
import type { ConversationData, VersionedState } from '@grammyjs/conversations'
import type { Context } from 'grammy'
import type { Form } from './form.ts'

export type StoredForm = VersionedState<ConversationData>

/** The state of a person's form before and after this update. */
export interface FormState {
  stored: StoredForm | undefined
  /** The state to store after this update; null deletes it, undefined leaves it unchanged. */
  change: StoredForm | null | undefined
  /** Whether another version of the form began it, so that it cannot continue. */
  isOutdated: boolean
}

export function openForm(storedForm: StoredForm | null, version: string): FormState {
  const isOutdated = storedForm !== null && storedForm.version[1] !== version
  return {
    stored: isOutdated ? undefined : (storedForm ?? undefined),
    change: isOutdated ? null : undefined,
    isOutdated,
  }
}

/**
 * Returns a storage that does not write anything directly. The inbox stores the change at the end of the update, so
 * that no form advances twice.
 */
export function createFormStorage<Ctx extends Context>(version: string, stateOf: (ctx: Ctx) => FormState) {
  return {
    type: 'context' as const,
    version,
    adapter: {
      read: (ctx: Ctx) => stateOf(ctx).stored,
      write(ctx: Ctx, state: StoredForm) {
        stateOf(ctx).change = state
      },
      delete(ctx: Ctx) {
        stateOf(ctx).change = null
      },
    },
  }
}

// Increased manually when code called by the forms changes their questions; the forms' own source is hashed.
const formsVersion = 3

/**
 * Returns a different version whenever the source of a form changes: an unfinished form cannot be replayed through
 * changed steps.
 */
export function computeFormsVersion(forms: Record<string, Form>): string {
  const hash = createHash('sha256')
  for (const name of Object.keys(forms).sort()) hash.update(`${name}\n${forms[name]}\n`)
  return `${formsVersion}.${hash.digest('base64url').slice(0, 12)}`
}
