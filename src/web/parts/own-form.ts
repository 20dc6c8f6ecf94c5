import type Koa from 'koa'
import type { Config } from '../../config.ts'
import { Refusal } from '../../lib/refusal.ts'

/**
 * Refuses `forbidden` for a form that another site made a browser send. Browsers say where a form stood; on plain
 * http to another machine they name the origin only. SameSite cookies alone would let a sibling host in.
 */
export function requireOwnForm({ baseUrl }: Pick<Config, 'baseUrl'>, ctx: Koa.Context): void {
  const site = ctx.get('Sec-Fetch-Site')
  const isOwn = site === '' ? ctx.get('Origin') === new URL(baseUrl).origin : site === 'same-origin'
  if (!isOwn) throw new Refusal('forbidden', 'This form was not sent from our own page')
}
