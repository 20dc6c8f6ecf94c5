import type { Conversation } from '@grammyjs/conversations'
import type { FormContext, ShopContext } from '../context.ts'

/**
 * A short form, as described in `facts`. Every database, clock or random call goes through `conversation.external(ctx
 * => ...)`, which passes the outer context and returns only JSON. `args` are JSON too. Anything that must be written
 * once carries the outer `ctx.once` of the update that caused it. After 15 minutes the form is forgotten.
 */
export type Form = (
  conversation: Conversation<ShopContext, FormContext>,
  ctx: FormContext,
  ...args: never[]
) => Promise<void>
