import { Account } from '../accounts/account.ts'
import type { Needs } from '../needs.ts'
import { drawImage, type NewImage } from './add-image.ts'

/** Gives an account a logo, drawn anew, or takes it away; the one before is forgotten. Refuses `invalid_image` and `image_too_large`. */
export async function setLogo(
  app: Needs<'em' | 'config' | 'goods'>,
  accountId: number,
  picture: NewImage | null,
): Promise<void> {
  const em = app.em({ accountId })
  const { logoKey: before } = await em.findOneOrFail(Account, accountId)
  const drawn = picture === null ? null : await drawImage(app, picture)
  const logoKey = drawn === null ? null : await app.goods.store('images', drawn.bytes)
  await em.nativeUpdate(Account, { id: accountId }, { logoKey })
  if (before !== null) await app.goods.drop('images', before)
}
