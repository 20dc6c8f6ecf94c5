import { type ModeActor, recordAct } from '../../accounts/audit.ts'
import { requireContact } from '../../catalog/rules/require-contact.ts'
import { isUniqueViolation } from '../../database/unique-violation.ts'
import { refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { MenuPage, menuSlugPattern } from './menu-page.ts'

export interface MenuChange {
  slug: string
  isOn: boolean
}

/**
 * Opens the menu page of an account in one mode, changes its address or closes it. Refuses `invalid_request` for
 * `slug` (malformed, or taken) and for `whatsapp` (a live one is not opened without a contact for payers;
 * one that is open remains open).
 */
export async function setMenu(
  app: Needs<'transaction' | 'now'>,
  actor: ModeActor,
  { slug: typed, isOn }: MenuChange,
): Promise<void> {
  const slug = typed.trim().toLowerCase()
  if (!menuSlugPattern.test(slug)) {
    throw refuseField('slug', 'has 3 to 30 characters: letters, digits and -, with a letter first', 'malformed')
  }
  const { accountId, mode } = actor
  const write = app.transaction({ accountId, mode }, async tx => {
    const known = await tx.em.findOne(MenuPage, { account: accountId, mode })
    if (isOn && mode === 'live' && !known?.isOn) await requireContact(tx.em, accountId)
    if (known) await tx.em.nativeUpdate(MenuPage, { account: accountId, mode }, { slug, isOn })
    else await tx.em.insert(MenuPage, { account: accountId, mode, slug, isOn, createdAt: app.now() })
    await recordAct(app, tx, {
      ...actor,
      act: 'shop.menu',
      subject: `account ${accountId}`,
      detail: { mode, slug, isOn },
    })
  })
  await write.catch(passTaken)
}

function passTaken(error: unknown): never {
  if (isUniqueViolation(error)) throw refuseField('slug', 'is the address of another shop', 'taken')
  throw error
}
