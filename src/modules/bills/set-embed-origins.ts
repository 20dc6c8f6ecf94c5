import { Account } from '../../accounts/account.ts'
import { type Actor, recordAct } from '../../accounts/audit.ts'
import { notFound, refuseField, refuseFields } from '../../lib/refusal.ts'
import type { FieldError } from '../../lib/refusals/field-error.ts'
import type { Needs } from '../../needs.ts'
import { parseWebOrigin } from './parse-web-origin.ts'

/** The maximum number of sites that can show one account's bills. */
export const embedOriginsMax = 20

/**
 * Sets the sites that may show an account's bills in a frame, each once and as browsers write it, and returns them. No
 * other page of the installation is ever shown in a frame.
 *
 * Refuses `invalid_request` for every entry that is not an origin, as `origins.0`, and for more than twenty, as
 * `origins`.
 */
export async function setEmbedOrigins(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  typed: readonly string[],
  by: Actor,
): Promise<string[]> {
  const origins = [...new Set(typed.map(parseWebOrigin))]
  const wrong = typed.flatMap((each, index) => (parseWebOrigin(each) === null ? [notAnOrigin(index)] : []))
  if (wrong.length > 0) throw refuseFields(wrong)
  if (origins.length > embedOriginsMax) {
    const problem = { code: 'too_many', max: embedOriginsMax } as const
    throw refuseField('origins', `has ${embedOriginsMax} sites at most`, problem)
  }
  const embedOrigins = origins as string[]
  await app.transaction({ accountId }, async tx => {
    const changed = await tx.em.nativeUpdate(Account, { id: accountId }, { embedOrigins })
    if (changed !== 1) throw notFound('account')
    const subject = `account ${accountId}`
    await recordAct(app, tx, { accountId, ...by, act: 'settings.changed', subject, detail: { embedOrigins } })
  })
  return embedOrigins
}

function notAnOrigin(index: number): FieldError {
  const error = 'is a site without a path: https://toko.example'
  return { path: `origins.${index}`, error, code: 'malformed' }
}
