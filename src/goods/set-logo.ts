import { Account } from '../accounts/account.ts'
import type { Needs } from '../needs.ts'
import { drawImage, type NewImage } from './add-image.ts'
import { dropBytes, storeBytes } from './storage.ts'

/** Gives an account a logo, drawn anew, or takes it away; the one before is forgotten. Refuses `invalid_image` and `image_too_large`. */
export async function setLogo(app: Needs<'em' | 'config'>, accountId: number, picture: NewImage | null): Promise<void> {
  const em = app.em({ accountId })
  const { logoKey: before } = await em.findOneOrFail(Account, accountId)
  const drawn = picture === null ? null : await drawImage(app, picture)
  const logoKey = drawn === null ? null : await storeBytes(app, 'images', drawn.bytes)
  await em.nativeUpdate(Account, { id: accountId }, { logoKey })
  if (before !== null) await dropBytes(app, 'images', before)
}
