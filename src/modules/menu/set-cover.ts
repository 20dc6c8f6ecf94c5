import { LockMode } from '@mikro-orm/core'
import { type ModeActor, recordAct } from '../../accounts/audit.ts'
import type { NewImage } from '../../goods/add-image.ts'
import { dropPicture, storePicture } from '../../goods/store-picture.ts'
import { StoredPicture } from '../../goods/stored-picture.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { MenuPage } from './menu-page.ts'

/**
 * Sets the re-encoded picture of a menu page, or removes it, and deletes the previous one. Refuses as `storePicture`
 * does, and `not_found` without a menu page.
 */
export async function setCover(
  app: Needs<'em' | 'transaction' | 'config' | 'goods' | 'images' | 'now'>,
  actor: ModeActor,
  picture: NewImage | null,
): Promise<void> {
  const { accountId } = actor
  const coverKey = picture === null ? null : await storePicture(app, { accountId, kind: 'menu_cover' }, picture)
  let before: string | null
  try {
    before = await replaceCover(app, actor, coverKey)
  } catch (error) {
    if (coverKey !== null) await dropPicture(app, accountId, coverKey)
    throw error
  }
  if (before !== null) await dropPicture(app, accountId, before)
  await dropLeft(app, accountId)
}

// Under a lock, so that of two concurrent calls the second deletes the picture of the first.
function replaceCover(
  app: Needs<'transaction' | 'now'>,
  acting: ModeActor,
  coverKey: string | null,
): Promise<string | null> {
  const { accountId, mode } = acting
  return app.transaction({ accountId, mode }, async tx => {
    const lockMode = LockMode.PESSIMISTIC_WRITE
    const page = await tx.em.findOne(MenuPage, { account: accountId, mode }, { lockMode })
    if (!page) throw notFound('menu page')
    const { coverKey: before } = page
    page.coverKey = coverKey
    const detail = { mode, has_cover: coverKey !== null }
    await recordAct(app, tx, { ...acting, act: 'shop.menu', subject: `account ${accountId}`, detail })
    return before
  })
}

const dayMs = 86_400_000

// Left behind by a process that died in between.
async function dropLeft(app: Needs<'em' | 'goods' | 'now'>, accountId: number): Promise<void> {
  const createdAt = { $lt: new Date(app.now().getTime() - dayMs) }
  const left = await app.em({ accountId }).find(StoredPicture, { kind: 'menu_cover', createdAt })
  if (left.length === 0) return
  const pages = await app.em({ accountId, mode: 'both' }).find(MenuPage, {})
  const used = new Set(pages.map(({ coverKey }) => coverKey))
  for (const { storageKey } of left) if (!used.has(storageKey)) await dropPicture(app, accountId, storageKey)
}
