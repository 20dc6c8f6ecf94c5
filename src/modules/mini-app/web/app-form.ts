import type Koa from 'koa'
import { findCallerAddress } from '../../../http/caller-address.ts'
import { readFields } from '../../../http/read-fields.ts'
import type { App } from '../../../needs.ts'

/**
 * Reads the texts of a Mini App form, one per name. The sender has the session of its address, or Telegram's signed
 * data, so another site cannot abuse a cookie.
 */
export async function readAppForm(
  app: Pick<App, 'uploads'>,
  ctx: Koa.Context,
  limits: { fieldsBytesMax: number; fieldsMax: number },
): Promise<Record<string, string>> {
  await using upload = app.uploads.open()
  const fields = await readFields(
    ctx,
    { fileBytesMax: 0, ...limits },
    { who: `address ${findCallerAddress(ctx)}`, upload },
  )
  const texts = Object.entries(fields).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return Object.fromEntries(texts)
}
