import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import { requireContact } from '../../catalog/rules/require-contact.ts'
import type { Needs } from '../../needs.ts'
import { MenuPage } from './menu-page.ts'

/**
 * Takes real orders at the address of the menu page that was tried in test mode, so that links and table codes keep
 * working. Switches on a live menu page that exists. Does nothing without a menu page. Refuses `invalid_request` for
 * `whatsapp` if the shop has no contact for its payers.
 */
export async function openLiveMenu(app: Needs<'transaction' | 'now'>, actor: MemberActor): Promise<void> {
  const { accountId } = actor
  await app.transaction({ accountId, mode: 'both' }, async tx => {
    const { em } = tx
    const hasLive = (await em.count(MenuPage, { account: accountId, mode: 'live' })) > 0
    const changed = hasLive
      ? await em.nativeUpdate(MenuPage, { account: accountId, mode: 'live', isOn: false }, { isOn: true })
      : await em.nativeUpdate(MenuPage, { account: accountId, mode: 'test', isOn: true }, { mode: 'live' })
    if (changed === 0) return
    await requireContact(em, accountId)
    const { slug } = await em.findOneOrFail(MenuPage, { account: accountId, mode: 'live' })
    const detail = { mode: 'live', slug, isOn: true }
    await recordAct(app, tx, { ...actor, act: 'shop.menu', subject: `account ${accountId}`, detail })
  })
}
