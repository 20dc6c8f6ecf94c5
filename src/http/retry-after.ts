import type Koa from 'koa'
import type { Refusal } from '../lib/refusal.ts'

/** Sets the Retry-After header if the refusal has one. */
export function writeRetryAfter(ctx: Koa.Context, refusal: Refusal | null | undefined): void {
  if (refusal?.retryAfterS !== undefined) ctx.set('Retry-After', String(Math.ceil(refusal.retryAfterS)))
}
