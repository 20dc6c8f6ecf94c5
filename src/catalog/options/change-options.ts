import { LockMode } from '@mikro-orm/core'
import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import { notFound, refuseField, refuseFields } from '../../lib/refusal.ts'
import type { FieldError } from '../../lib/refusals/field-error.ts'
import type { Needs } from '../../needs.ts'
import { makeFreeKey } from '../add-variant.ts'
import { Product } from '../product.ts'
import { groupsMax, optionPriceMax, optionsMax } from './option-limits.ts'
import { type FilledGroup, readOptions } from './read-options.ts'
import { type GroupInput, writeGroups } from './write-groups.ts'

/** A group as a person enters it; entries without a key are new. */
export interface GroupFormValues {
  key: string | null
  name: string
  choicesMin: number
  choicesMax: number
  options: { key: string | null; name: string; price: number; isActive: boolean }[]
}

export type OptionsChange =
  | { save: GroupFormValues }
  /** The public id of the product whose groups are copied, except those whose name already exists. */
  | { copyFrom: string }
  /** The key of a group to remove. */
  | { drop: string }
  /** The key of a group to move up by one place. */
  | { raise: string }
  /** An option that becomes sold out, or available again. */
  | { group: string; option: string; isActive: boolean }

/**
 * Changes a group of a product's options. Carts are updated; orders keep their choices. Refuses `not_found`, and
 * `invalid_request` for `name`, `min`, `max`, `options`, `options.<n>.name` or `options.<n>.price`.
 */
export async function changeOptions(
  app: Needs<'transaction' | 'now'>,
  actor: MemberActor,
  productId: string,
  change: OptionsChange,
): Promise<void> {
  if ('save' in change) checkGroup(change.save)
  const { accountId } = actor
  await app.transaction({ accountId }, async tx => {
    const locked = { lockMode: LockMode.PESSIMISTIC_WRITE }
    const product = await tx.em.findOne(Product, { publicId: productId }, locked)
    if (!product) throw notFound('product')
    const before = (await readOptions(tx.em, [product.id])).get(product.id) ?? []
    const present = before.map(wholeGroup)
    const groups =
      'copyFrom' in change
        ? copyGroups(present, await readGroups(tx.em, change.copyFrom))
        : changeGroups(present, change)
    await writeGroups(tx.em, { accountId, now: app.now() }, [{ productId: product.id, groups }])
    const detail = { change: Object.keys(change)[0], options: groups.map(({ key }) => key) }
    await recordAct(app, tx, { ...actor, act: 'product.options', subject: `product ${productId}`, detail })
  })
}

function copyRow<Row extends GroupInput['options'][0] | Omit<GroupInput, 'options'>>(row: Row): Row {
  return { ...row }
}

function wholeGroup(group: FilledGroup): GroupInput {
  return { ...copyRow(group), options: [...group.options].map(copyRow) }
}

/** Returns the groups of a product by its public id. Refuses `not_found`. */
export async function readGroups(em: Tx['em'], publicId: string): Promise<GroupInput[]> {
  const source = await em.findOne(Product, { publicId })
  if (!source) throw notFound('product')
  return ((await readOptions(em, [source.id])).get(source.id) ?? []).map(wholeGroup)
}

/** Returns the groups with those of another product added under new keys, except those whose name already exists. */
export function copyGroups(groups: GroupInput[], source: GroupInput[]): GroupInput[] {
  const names = new Set(groups.map(({ name }) => name.toLowerCase()))
  const added = source
    .filter(({ name }) => !names.has(name.toLowerCase()))
    .map(group => ({
      ...group,
      key: makeFreeKey(group.name),
      options: group.options.map(option => ({ ...option, key: makeFreeKey(option.name) })),
    }))
  if (groups.length + added.length <= groupsMax) return [...groups, ...added]
  throw refuseField('from', `would make more than ${groupsMax} groups`, { code: 'too_many', max: groupsMax })
}

function changeGroups(groups: GroupInput[], change: Exclude<OptionsChange, { copyFrom: string }>): GroupInput[] {
  if ('save' in change) return saveGroup(groups, change.save)
  const key = 'drop' in change ? change.drop : 'raise' in change ? change.raise : change.group
  const at = groups.findIndex(group => group.key === key)
  if (at < 0) throw notFound('group of options')
  if ('drop' in change) return groups.toSpliced(at, 1)
  const group = groups[at]!
  if ('raise' in change) return groups.toSpliced(at, 1).toSpliced(Math.max(0, at - 1), 0, group)
  const option = group.options.find(each => each.key === change.option)
  if (!option) throw notFound('option')
  option.isActive = change.isActive
  return groups
}

function saveGroup(groups: GroupInput[], { key, ...typed }: GroupFormValues): GroupInput[] {
  const before = groups.find(group => group.key === key)
  if (key !== null && !before) throw notFound('group of options')
  const known = new Set(before?.options.map(option => option.key))
  const options = typed.options.map(option => ({
    ...option,
    key: option.key !== null && known.has(option.key) ? option.key : makeFreeKey(option.name),
  }))
  const group = { ...typed, key: before?.key ?? makeFreeKey(typed.name), options }
  if (before) return groups.map(each => (each === before ? group : each))
  if (groups.length < groupsMax) return [...groups, group]
  throw refuseField('name', `would be one of more than ${groupsMax} groups`, { code: 'too_many', max: groupsMax })
}

const nameMax = 60

function checkGroup({ name, choicesMin, choicesMax, options }: GroupFormValues): void {
  const count = options.length
  const fields: FieldError[] = []
  const outside = (number: number, min: number, max: number) =>
    !Number.isInteger(number) || number < min || number > max
  const range = (path: string, number: number, [min, max]: [number, number]) => {
    if (!outside(number, min, max)) return
    fields.push({ path, error: `is ${min} to ${max}`, code: 'out_of_range', min, max })
  }
  const named = (path: string, text: string) => {
    if (text !== '' && text.length <= nameMax) return
    fields.push({ path, error: `has 1 to ${nameMax} characters`, code: 'wrong_length', min: 1, max: nameMax })
  }
  named('name', name)
  if (count === 0) fields.push({ path: 'options', error: 'has at least one', code: 'missing' })
  if (count > optionsMax)
    fields.push({ path: 'options', error: `has ${optionsMax} at most`, code: 'too_many', max: optionsMax })
  range('max', choicesMax, [1, Math.max(1, Math.min(count, optionsMax))])
  range('min', choicesMin, [0, Math.max(0, Math.min(choicesMax || 0, optionsMax))])
  for (const [index, option] of options.entries()) {
    named(`options.${index}.name`, option.name)
    range(`options.${index}.price`, option.price, [0, optionPriceMax])
  }
  if (fields.length > 0) throw refuseFields(fields)
}
