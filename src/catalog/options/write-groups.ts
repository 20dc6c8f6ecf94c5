import type { EntityManager } from '@mikro-orm/postgresql'
import { generateToken } from '../../lib/ids.ts'
import { OptionGroup, ProductOption } from './option-group.ts'
import { type FilledGroup, readOptions } from './read-options.ts'

export interface GroupInput {
  key: string
  name: string
  choicesMin: number
  choicesMax: number
  options: { key: string; name: string; price: number; isActive: boolean }[]
}

export interface ProductOptions {
  productId: number
  groups: readonly GroupInput[]
}

/**
 * Replaces the options of products with the given ones, in that order. Carts that contain a removed option show it;
 * orders keep their own names and prices. Returns the changed products. The caller must hold the lock that serialises
 * writers of one product.
 */
export async function writeGroups(
  em: EntityManager,
  { accountId, now }: { accountId: number; now: Date },
  owners: readonly ProductOptions[],
): Promise<Set<number>> {
  const known = await readOptions(
    em,
    owners.map(({ productId }) => productId),
  )
  const changed = new Set<number>()
  for (const { productId, groups } of owners) {
    const before = known.get(productId) ?? []
    if (serializeShape(before) === serializeShape(groups)) continue
    changed.add(productId)
    await dropMissing(em, before, groups)
    for (const [position, group] of groups.entries()) {
      const row = before.find(({ key }) => key === group.key)
      const { key, name, choicesMin, choicesMax } = group
      const values = { name, choicesMin, choicesMax, position }
      const written =
        row ?? em.create(OptionGroup, { ...values, account: accountId, product: productId, key, createdAt: now })
      if (row) em.assign(row, values)
      writeOptions(em, accountId, { row: written, known: row ? [...row.options] : [] }, group.options)
    }
  }
  await em.flush()
  return changed
}

function serializeShape(
  groups: Iterable<Omit<GroupInput, 'options'> & { options: Iterable<GroupInput['options'][0]> }>,
) {
  return JSON.stringify(
    [...groups].map(({ key, name, choicesMin, choicesMax, options }) => [
      key,
      name,
      choicesMin,
      choicesMax,
      [...options].map(option => [option.key, option.name, option.price, option.isActive]),
    ]),
  )
}

// Groups are deleted after their options, which refer to them.
async function dropMissing(em: EntityManager, before: FilledGroup[], groups: readonly GroupInput[]): Promise<void> {
  for (const row of before) {
    const kept = groups.find(({ key }) => key === row.key)
    const keys = kept?.options.map(({ key }) => key) ?? []
    await em.nativeDelete(ProductOption, { group: row.id, key: { $nin: keys } })
    if (!kept) await em.nativeDelete(OptionGroup, { id: row.id })
  }
}

function writeOptions(
  em: EntityManager,
  account: number,
  { row, known }: { row: OptionGroup; known: ProductOption[] },
  options: GroupInput['options'],
): void {
  for (const [position, { key, name, price, isActive }] of options.entries()) {
    const values = { name, price, isActive, position }
    const before = known.find(option => option.key === key)
    if (before) em.assign(before, values)
    else em.create(ProductOption, { ...values, account, group: row, publicId: generateToken(), key })
  }
}
