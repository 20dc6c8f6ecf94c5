import { Account } from '../accounts/account.ts'
import { audit, type MemberActing } from '../accounts/audit.ts'
import type { Needs } from '../needs.ts'
import { drawImage, type NewImage } from './add-image.ts'

/** Gives an account a logo, drawn anew, or takes it away; the one before is forgotten. Refuses `invalid_image` and `image_too_large`. */
export async function setLogo(
  app: Needs<'em' | 'transaction' | 'config' | 'goods' | 'now'>,
  acting: MemberActing,
  picture: NewImage | null,
): Promise<void> {
  const { accountId } = acting
  const { logoKey: before } = await app.em({ accountId }).findOneOrFail(Account, accountId)
  const drawn = picture === null ? null : await drawImage(app, picture)
  const logoKey = drawn === null ? null : await app.goods.store('images', drawn.bytes)
  await app.transaction({ accountId }, async tx => {
    await tx.em.nativeUpdate(Account, { id: accountId }, { logoKey })
    const detail = { has_logo: logoKey !== null }
    await audit(app, tx, { ...acting, act: 'settings.logo', subject: `account ${accountId}`, detail })
  })
  if (before !== null) await app.goods.drop('images', before)
}
