import { LockMode } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import { audit, type MemberActing } from '../accounts/audit.ts'
import type { Needs } from '../needs.ts'
import { drawImage, type NewImage } from './add-image.ts'
import { refuseFullDisk } from './storage-room.ts'

/**
 * Gives an account a logo, drawn anew, or takes it away; the one before is forgotten. Refuses as `drawImage` and
 * `refuseFullDisk` do.
 */
export async function setLogo(
  app: Needs<'transaction' | 'config' | 'goods' | 'images' | 'now'>,
  acting: MemberActing,
  picture: NewImage | null,
): Promise<void> {
  if (picture !== null) await refuseFullDisk(app)
  const drawn = picture === null ? null : await drawImage(app, acting.accountId, picture)
  const logoKey = drawn === null ? null : await app.goods.store('images', drawn.bytes)
  let before: string | null
  try {
    before = await replaceLogo(app, acting, logoKey)
  } catch (error) {
    if (logoKey !== null) await app.goods.drop('images', logoKey)
    throw error
  }
  if (before !== null) await app.goods.drop('images', before)
}

// Under a lock: of two at once, the second forgets the picture of the first.
function replaceLogo(
  app: Needs<'transaction' | 'now'>,
  acting: MemberActing,
  logoKey: string | null,
): Promise<string | null> {
  const { accountId } = acting
  return app.transaction({ accountId }, async tx => {
    const account = await tx.em.findOneOrFail(Account, accountId, { lockMode: LockMode.PESSIMISTIC_WRITE })
    const { logoKey: before } = account
    account.logoKey = logoKey
    const detail = { has_logo: logoKey !== null }
    await audit(app, tx, { ...acting, act: 'settings.logo', subject: `account ${accountId}`, detail })
    return before
  })
}
