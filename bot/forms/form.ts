import type { Conversation } from '@grammyjs/conversations'
import type { FormContext, ShopContext } from '../context.ts'

/**
 * A short form (`facts`: every database, clock or random call inside `conversation.external(ctx => ...)`, which is
 * given the outside context; it returns only JSON). `args` are JSON too. Anything that must be written once carries
 * the outside `ctx.once` of the update that caused it. After 15 minutes the form is forgotten.
 */
export type Form = (
  conversation: Conversation<ShopContext, FormContext>,
  ctx: FormContext,
  ...args: never[]
) => Promise<void>
