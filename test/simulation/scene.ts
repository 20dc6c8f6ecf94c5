import { expect } from 'vitest'
import { Refusal } from '../../src/lib/refusal.ts'
import type { Stall } from '../orders/store.ts'
import type { WebShop } from '../web/web-shop.ts'
import type { Act } from './act.ts'
import type { Lister } from './lister.ts'
import { amountMin, type Model } from './model.ts'
import type { NewPayment, Refused } from './model-types.ts'
import type { Neighbour } from './neighbour.ts'
import type { Counter } from './of-modules.ts'
import type { Phone } from './phone.ts'
import type { Refunder } from './refunder.ts'
import { checkRefusal } from './refusals.ts'

/** A real shop, and the model of its expected state. */
export interface Scene {
  shop: WebShop
  stall: Stall
  counter: Counter
  model: Model
  /** The API key of the account that withdraws money. */
  liveKey: string
  phone: Phone
  /** The provider of codes. */
  refunder: Refunder
  /** The lists of the wallet. */
  lister: Lister
  /** Another account with the same kinds of payments. */
  neighbour: Neighbour
  /** Writes the time of a minute after the start, as the API does; null without one. */
  write(minute: number | null): string | null
  /** Returns the time of a minute after the start. */
  timeOf(minute: number): Date
  /** Lets both processes work until every gateway has answered. */
  detect(): Promise<void>
}

/** Performs these kinds of acts in the shop and in the model. Throws if their answers differ. */
export type Performers<Kind extends Act['do']> = { [Each in Kind]: (act: Extract<Act, { do: Each }>) => Promise<void> }

/** Returns the entry with this number, modulo the number of entries. */
export const pick = <Item>(items: readonly Item[], number: number): Item | undefined => items[number % items.length]

export async function expectOutcome(action: Promise<unknown>, why: Refused | null, path?: string): Promise<void> {
  if (why) await expectRefusal(action, why, path)
  else await action
}

/** Expects a refusal, for this field if one is given, which may have bounds. */
export async function expectRefusal(
  action: Promise<unknown>,
  code: string,
  field?: string | { path: string; min: number; max: number },
): Promise<void> {
  const error = await action.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error, `a refusal: ${code}`).toBeInstanceOf(Refusal)
  checkRefusal(error as Refusal)
  const problem = typeof field === 'string' ? { path: field } : field
  expect(error).toMatchObject(problem === undefined ? { code } : { code, fields: [problem] })
}

/** Does something twice at the same time, and expects the same result both times. Returns it, or throws the error. */
export async function press<Result>(action: () => Promise<Result>, idOf: (result: Result) => unknown): Promise<Result> {
  const [first, second] = await Promise.allSettled([action(), action()])
  if (first.status === 'rejected') throw first.reason
  if (second.status === 'rejected') throw second.reason
  expect(idOf(second.value), 'the second press').toEqual(idOf(first.value))
  return first.value
}

/**
 * Expects a small unique code on top of the amount, and a sum that no other payment of the method has now. Of those
 * that are known by their sums alone, none has had it for a day.
 */
export function expectCode(model: Model, { method, amount, finalAmount }: NewPayment): void {
  // A discount never makes the sum less than the minimum.
  const isDiscount = model.world.subtractsCodes && amount > amountMin
  const code = isDiscount ? amount - finalAmount : finalAmount - amount
  expect(code, 'the unique code').toBeGreaterThanOrEqual(1)
  expect(code, 'the unique code').toBeLessThanOrEqual(99)
  const same = model.payments.filter(one => one.method === method && one.finalAmount === finalAmount)
  const holding = same.filter(one => model.holdsAmount(one, method === 'qris' ? null : 1_440))
  expect(holding, 'other payments of this sum').toEqual([])
}
