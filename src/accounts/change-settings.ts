import { findFieldMistakes } from '../lib/fields/field.ts'
import { isAppScheme } from '../lib/redirect-address.ts'
import { refuseFields } from '../lib/refusal.ts'
import type { FieldError } from '../lib/refusals/field-error.ts'
import type { Needs } from '../needs.ts'
import { Account } from './account.ts'
import { type Actor, commandActor, recordAct } from './audit.ts'
import { type DescribedSettings, settingFields } from './setting-fields.ts'

export type AccountSettings = DescribedSettings & Pick<Account, 'dialect' | 'redirectSchemes'>

const schemesMax = 20

/** Changes some of an account's settings for payments and answers. Refuses `invalid_request`, naming the field. */
export async function changeSettings(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  settings: Partial<AccountSettings>,
  by: Actor = commandActor,
): Promise<void> {
  const { displayName, redirectSchemes = [] } = settings
  const wrong: FieldError[] = settingFields.flatMap(field => findFieldMistakes(field, settings[field.property]))
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
    await recordAct(app, tx, { accountId, ...by, act: 'settings.changed', subject, detail: { ...settings } })
  })
}
