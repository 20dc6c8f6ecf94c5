import type Koa from 'koa'
import type { Refusal } from '../lib/refusal.ts'

/** Says when asking again makes sense, where a refusal knows it. */
export function writeRetryAfter(ctx: Koa.Context, refusal: Refusal | null | undefined): void {
  if (refusal?.retryAfterS !== undefined) ctx.set('Retry-After', String(Math.ceil(refusal.retryAfterS)))
}
