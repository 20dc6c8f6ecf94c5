import { createHash } from 'node:crypto'
import type { ConversationData, VersionedState } from '@grammyjs/conversations'
import type { Context } from 'grammy'
import type { Form } from './form.ts'

export type StoredForm = VersionedState<ConversationData>

/** The form of one person, as this update finds it and leaves it. */
export interface FormState {
  stored: StoredForm | undefined
  /** The state to store at the end of this update; null to delete it, undefined if it did not change. */
  change: StoredForm | null | undefined
  /** It was begun by another version of the form, and cannot go on. */
  isOutdated: boolean
}

export function openForm(stored: StoredForm | null, version: string): FormState {
  const isOutdated = stored !== null && stored.version[1] !== version
  return { stored: isOutdated ? undefined : (stored ?? undefined), change: isOutdated ? null : undefined, isOutdated }
}

/**
 * Returns a storage that writes nothing directly: the inbox stores the change at the end of the update, so that no form
 * advances twice.
 */
export function formStorage<Ctx extends Context>(version: string, stateOf: (ctx: Ctx) => FormState) {
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

// Raised by hand when code called by the forms changes their questions; the forms' own source is hashed.
const formsVersion = 3

/** Another one whenever a form reads differently: a half-done form cannot be replayed through changed steps. */
export function versionOfForms(forms: Record<string, Form>): string {
  const hash = createHash('sha256')
  for (const name of Object.keys(forms).sort()) hash.update(`${name}\n${forms[name]}\n`)
  return `${formsVersion}.${hash.digest('base64url').slice(0, 12)}`
}
