import type { EntityManager } from '@mikro-orm/postgresql'
import { makeChoiceKey, readMaking, type UnitMaking } from '../../catalog/options/read-making.ts'
import { type FilledGroup, readOptions } from '../../catalog/options/read-options.ts'
import { type Product, Variant } from '../../catalog/product.ts'
import type { AccountScope } from '../../database/scope.ts'
import { notFound, Refusal, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { quantityMax } from '../order.ts'
import { lockCustomer } from '../place-order.ts'
import { MakingDraft } from './making-draft.ts'

/** One step of choosing how units of a variant are made. */
export type DraftStep =
  /** Starts a new draft. `replaces` is the key of the cart's units whose options the customer is changing. */
  | { quantity: number; choices?: readonly string[]; replaces?: string | null }
  /** The public id of an option to select or deselect. */
  | { option: string; isOn: boolean }
  /** Changes nothing. */
  | 'look'

/** The choices so far. */
export interface MakingChoices {
  variant: Variant
  product: Product
  groups: FilledGroup[]
  /** The keys of the choices that are still available. */
  choices: string[]
  made: UnitMaking
  quantity: number
  /** The key of the units in the cart whose options are changed; null for new units. */
  replaces: string | null
  /** The names, or otherwise keys, of the choices that have become unavailable. */
  gone: string[]
}

const forgottenMs = 86_400_000

/**
 * Chooses options for units of a variant before they are in the cart, one at a time; repeating a step changes nothing.
 * In a group with a single choice, a new option replaces the other.
 *
 * Refuses `not_found`, also for an option of another product, `out_of_stock` for a sold-out one, and `invalid_request`
 * (`options`) for one too many.
 */
export async function draftMaking(
  app: Needs<'transaction' | 'now'>,
  scope: Required<AccountScope>,
  { customerId, variantId }: { customerId: number; variantId: string },
  step: DraftStep,
): Promise<MakingChoices> {
  return app.transaction(scope, async tx => {
    await lockCustomer(tx, scope.accountId, customerId)
    const { em } = tx
    const sold = { publicId: variantId, isActive: true, product: { isActive: true } }
    const variant = await em.findOne(Variant, sold, { populate: ['product'] })
    if (!variant) throw notFound('product')
    const groups = (await readOptions(em, [variant.product.id])).get(variant.product.id) ?? []
    const before = await em.findOne(MakingDraft, { customer: customerId, variant: variant.id })
    const { choices, gone } = keepAvailable(groups, chosenBefore(before, step))
    const draft = {
      choices: typeof step === 'object' && 'option' in step ? chooseOption(groups, choices, step) : choices,
      quantity: computeQuantity(before, step),
      replaces: typeof step === 'object' && 'quantity' in step ? (step.replaces ?? null) : (before?.replaces ?? null),
    }
    if (step !== 'look') {
      const row = { customer: customerId, variant: variant.id, account: scope.accountId, ...draft, at: app.now() }
      await em.upsert(MakingDraft, row)
      await forgetDrafts(em, customerId, app.now())
    }
    return { ...draft, variant, product: variant.product, groups, made: readMaking(groups, draft.choices), gone }
  })
}

function chosenBefore(before: MakingDraft | null, step: DraftStep): readonly string[] {
  return typeof step === 'object' && 'quantity' in step ? (step.choices ?? []) : (before?.choices ?? [])
}

function computeQuantity(before: MakingDraft | null, step: DraftStep): number {
  const asked = typeof step === 'object' && 'quantity' in step ? step.quantity : (before?.quantity ?? 1)
  return Math.max(1, Math.min(quantityMax, asked))
}

function keepAvailable(groups: FilledGroup[], before: readonly string[]): { choices: string[]; gone: string[] } {
  const known = new Map(
    groups.flatMap(group => [...group.options].map(option => [makeChoiceKey(group.key, option.key), option])),
  )
  const gone = before.filter(key => !known.get(key)?.isActive)
  return {
    choices: before.filter(key => !gone.includes(key)),
    gone: gone.map(key => known.get(key)?.name ?? key.split(':').at(-1)!),
  }
}

function chooseOption(groups: FilledGroup[], before: string[], step: { option: string; isOn: boolean }): string[] {
  const group = groups.find(each => [...each.options].some(({ publicId }) => publicId === step.option))
  const option = group && [...group.options].find(({ publicId }) => publicId === step.option)
  if (!group || !option) throw notFound('option')
  const key = makeChoiceKey(group.key, option.key)
  const others = before.filter(each => each !== key)
  if (!step.isOn) return others
  if (!option.isActive) {
    throw new Refusal({ code: 'out_of_stock', names: [option.name] }, `Out of stock: ${option.name}`)
  }
  const isOfGroup = (each: string) => each.startsWith(`${group.key}:`)
  if (group.choicesMax === 1) return [...others.filter(each => !isOfGroup(each)), key]
  const max = group.choicesMax
  if (others.filter(isOfGroup).length >= max) {
    throw refuseField('options', `has ${max} of ${group.name} at most`, { code: 'too_many', max })
  }
  return [...others, key]
}

async function forgetDrafts(em: EntityManager, customer: number, now: Date): Promise<void> {
  await em.nativeDelete(MakingDraft, { customer, at: { $lt: new Date(now.getTime() - forgottenMs) } })
}
