import { toPlainLine } from '../../src/lib/plain-text.ts'
import { listAdditions } from '../../src/slots.ts'
import type { ShopContext } from '../context.ts'
import type { Language } from '../texts/texts.ts'

declare module '../../src/slots.ts' {
  interface Slots {
    /** The text about how customers delete their data in the chat; without it they contact the seller. */
    ownDeletion: Record<Language, string>
  }
}

/** Returns how a customer deletes their own data in the chat; null if only the seller can. */
export function describeOwnDeletion({ app, language }: Pick<ShopContext, 'app' | 'language'>): string | null {
  return listAdditions(app, 'ownDeletion')[0]?.[language] ?? null
}

/** Returns the text about the data that the shop stores about a customer, and how it is deleted. */
export function privacyText(ctx: ShopContext): string {
  return ctx.t.privacyText(toPlainLine(ctx.store.name), describeOwnDeletion(ctx))
}
