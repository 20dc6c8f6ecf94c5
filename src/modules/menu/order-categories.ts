import { LockMode } from '@mikro-orm/core'
import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import { Category } from '../../catalog/category.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'

/** A category, its position among its siblings, and its subcategories, as customers see them. */
export interface OrderedCategory {
  publicId: string
  name: string
  below: OrderedCategory[]
}

/** Returns the active categories of an account in the order in which customers see them. */
export async function listCategoriesInOrder(app: Needs<'em'>, accountId: number): Promise<OrderedCategory[]> {
  const order = { position: 'asc', id: 'asc' } as const
  const all = await app.em({ accountId }).find(Category, { isActive: true }, { orderBy: order })
  const under = (parentId: number | null): OrderedCategory[] =>
    all
      .filter(({ parent }) => (parent?.id ?? null) === parentId)
      .map(({ id, publicId, name }) => ({ publicId, name, below: under(id) }))
  return under(null)
}

/**
 * Moves a category by one position among its siblings, as customers see them. Does nothing at the end. Refuses
 * `not_found`.
 */
export async function moveCategory(
  app: Needs<'transaction' | 'now'>,
  actor: MemberActor,
  publicId: string,
  direction: 'up' | 'down',
): Promise<void> {
  const { accountId } = actor
  await app.transaction({ accountId }, async tx => {
    const category = await tx.em.findOne(Category, { publicId, isActive: true })
    if (!category) throw notFound('category')
    // Locked in the order of their ids, so that two concurrent moves do not deadlock.
    const locked = await tx.em.find(
      Category,
      { parent: category.parent },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
    )
    const all = locked.toSorted((one, other) => one.position - other.position || one.id - other.id)
    const shown = all.filter(({ isActive }) => isActive)
    const from = shown.indexOf(category)
    const other = shown[direction === 'up' ? from - 1 : from + 1]
    if (!other) return
    const [here, there] = [all.indexOf(category), all.indexOf(other)]
    all[here] = other
    all[there] = category
    // Several categories may share a position: now each gets its own.
    for (const [position, one] of all.entries()) one.position = position
    const detail = { category: publicId, direction }
    await recordAct(app, tx, { ...actor, act: 'shop.menu', subject: `account ${accountId}`, detail })
  })
}
