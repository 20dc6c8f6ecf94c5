import { isAppScheme } from '../lib/redirect-address.ts'
import { refuseFields } from '../lib/refusal.ts'
import type { FieldError } from '../lib/refusals/field-error.ts'
import type { Needs } from '../needs.ts'
import { Account } from './account.ts'
import { type Acting, audit, byCommand } from './audit.ts'

export type AccountSettings = Pick<
  Account,
  | 'displayName'
  | 'dialect'
  | 'invoiceLifetimeS'
  | 'acceptsLateMoney'
  | 'subtractsUniqueCode'
  | 'offersAllMethods'
  | 'acceptsKeyInQuery'
  | 'refusesUnknownFields'
  | 'redirectSchemes'
>

const lifetimeMinS = 300
const lifetimeMaxS = 86_400
const nameMax = 100
const schemesMax = 20

/**
 * Changes some of what an account chose for its payments and answers. Refuses `invalid_request`, naming the
 * field.
 */
export async function changeSettings(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  settings: Partial<AccountSettings>,
  by: Acting = byCommand,
): Promise<void> {
  const { invoiceLifetimeS, displayName, redirectSchemes = [] } = settings
  const wrong: FieldError[] = []
  if (displayName !== undefined && (displayName.trim() === '' || displayName.length > nameMax)) {
    const error = `has 1 to ${nameMax} characters`
    wrong.push({ path: 'display_name', error, code: 'wrong_length', min: 1, max: nameMax })
  }
  if (invoiceLifetimeS !== undefined && !isLifetime(invoiceLifetimeS)) {
    const range = { code: 'out_of_range', min: lifetimeMinS / 60, max: lifetimeMaxS / 60 } as const
    wrong.push({ path: 'invoice_lifetime', error: 'is 5 minutes to 24 hours', ...range })
  }
  if (!redirectSchemes.every(isAppScheme)) {
    const error = "has schemes of your own apps alone, such as myapp: never a browser's or the system's"
    wrong.push({ path: 'redirect_schemes', error, code: 'not_allowed' })
  } else if (redirectSchemes.length > schemesMax) {
    const error = `has ${schemesMax} at most`
    wrong.push({ path: 'redirect_schemes', error, code: 'too_many', max: schemesMax })
  }
  if (wrong.length > 0) throw refuseFields(wrong)
  const trimmed = displayName === undefined ? {} : { displayName: displayName.trim() }
  await app.transaction({ accountId }, async tx => {
    await tx.em.nativeUpdate(Account, { id: accountId }, { ...settings, ...trimmed })
    const subject = `account ${accountId}`
    await audit(app, tx, { accountId, ...by, act: 'settings.changed', subject, detail: { ...settings } })
  })
}

function isLifetime(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= lifetimeMinS && seconds <= lifetimeMaxS
}
