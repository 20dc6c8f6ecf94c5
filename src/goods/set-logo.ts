import { LockMode } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import { type MemberActor, recordAct } from '../accounts/audit.ts'
import type { Needs } from '../needs.ts'
import type { NewImage } from './add-image.ts'
import { dropPicture, storePicture } from './store-picture.ts'
import { StoredPicture } from './stored-picture.ts'

/**
 * Sets the re-encoded logo of an account, or removes it, and deletes the previous one. Refuses as `storePicture` does.
 */
export async function setLogo(
  app: Needs<'em' | 'transaction' | 'config' | 'goods' | 'images' | 'now'>,
  actor: MemberActor,
  picture: NewImage | null,
): Promise<void> {
  const { accountId } = actor
  const logoKey = picture === null ? null : await storePicture(app, { accountId, kind: 'logo' }, picture)
  let before: string | null
  try {
    before = await replaceLogo(app, actor, logoKey)
  } catch (error) {
    if (logoKey !== null) await dropPicture(app, accountId, logoKey)
    throw error
  }
  if (before !== null) await dropPicture(app, accountId, before)
  await dropLeft(app, accountId, logoKey)
}

const dayMs = 86_400_000

// Left behind by a process that died in between.
async function dropLeft(app: Needs<'em' | 'goods' | 'now'>, accountId: number, logoKey: string | null): Promise<void> {
  const createdAt = { $lt: new Date(app.now().getTime() - dayMs) }
  const left = await app.em({ accountId }).find(StoredPicture, { kind: 'logo', createdAt })
  for (const { storageKey } of left) if (storageKey !== logoKey) await dropPicture(app, accountId, storageKey)
}

// Under a lock, so that of two concurrent calls the second removes the picture of the first.
function replaceLogo(
  app: Needs<'transaction' | 'now'>,
  acting: MemberActor,
  logoKey: string | null,
): Promise<string | null> {
  const { accountId } = acting
  return app.transaction({ accountId }, async tx => {
    const account = await tx.em.findOneOrFail(Account, accountId, { lockMode: LockMode.PESSIMISTIC_WRITE })
    const { logoKey: before } = account
    account.logoKey = logoKey
    const detail = { has_logo: logoKey !== null }
    await recordAct(app, tx, { ...acting, act: 'settings.logo', subject: `account ${accountId}`, detail })
    return before
  })
}
