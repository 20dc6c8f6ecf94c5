import { expect } from 'vitest'
import { Refusal } from '../../src/lib/refusal.ts'
import type { Stall } from '../orders/store.ts'
import type { WebShop } from '../web/web-shop.ts'
import type { Act } from './act.ts'
import type { Model } from './model.ts'
import type { Refused } from './model-types.ts'
import type { Counter } from './of-modules.ts'

/** A real shop, and the model of its expected state. */
export interface Scene {
  shop: WebShop
  stall: Stall
  counter: Counter
  model: Model
  /** The API key of the account that withdraws money. */
  liveKey: string
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

/** Expects a refusal, for this field if one is given. */
export async function expectRefusal(action: Promise<unknown>, code: string, path?: string): Promise<void> {
  const error = await action.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error, `a refusal: ${code}`).toBeInstanceOf(Refusal)
  expect(error).toMatchObject(path === undefined ? { code } : { code, fields: [{ path }] })
}

/** Does something twice at the same time, and expects the same result both times. Returns it, or throws the error. */
export async function press<Result>(action: () => Promise<Result>, idOf: (result: Result) => unknown): Promise<Result> {
  const [first, second] = await Promise.allSettled([action(), action()])
  if (first.status === 'rejected') throw first.reason
  if (second.status === 'rejected') throw second.reason
  expect(idOf(second.value), 'the second press').toEqual(idOf(first.value))
  return first.value
}

/** Expects a unique code of one to three digits on top of the amount. */
export function expectCode(amount: number, finalAmount: number): void {
  expect(finalAmount - amount).toBeGreaterThanOrEqual(1)
  expect(finalAmount - amount).toBeLessThanOrEqual(999)
}
