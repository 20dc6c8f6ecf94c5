import type Koa from 'koa'
import type { Config } from '../../config.ts'
import { findCallerAddress } from '../../http/caller-address.ts'
import { guestFieldsMax, readFields } from '../../http/read-fields.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { App } from '../../needs.ts'

/**
 * Reads the texts of a form on a page without sign-in, one per name. Refuses `forbidden` for a form of another site,
 * and as `readFields` does; files and repeated names are ignored.
 *
 * @param fieldsMax the maximum number of fields in the page's form
 */
export async function readOwnForm(
  app: Pick<App, 'config' | 'uploads'>,
  ctx: Koa.Context,
  fieldsBytesMax: number,
  fieldsMax = guestFieldsMax,
): Promise<Record<string, string>> {
  requireOwnForm(app.config, ctx)
  await using upload = app.uploads.open()
  const limits = { fileBytesMax: 0, fieldsBytesMax, fieldsMax }
  const fields = await readFields(ctx, limits, { who: `address ${findCallerAddress(ctx)}`, upload })
  return Object.fromEntries(
    Object.entries(fields).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

/**
 * Refuses `forbidden` for a form that another site made a browser send. Browsers report the origin of a form's page; on
 * plain http to another machine they send only the origin. SameSite cookies alone would admit a sibling host.
 */
export function requireOwnForm({ baseUrl }: Pick<Config, 'baseUrl'>, ctx: Koa.Context): void {
  const site = ctx.get('Sec-Fetch-Site')
  const isOwn = site === '' ? ctx.get('Origin') === new URL(baseUrl).origin : site === 'same-origin'
  if (!isOwn) throw new Refusal('forbidden', 'This form was not sent from our own page')
}
