import { expect } from 'vitest'
import { allOf, sorted, sum } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** Checks the balance of live mode and its withdrawals. */
export async function checkBalance({ shop, model, liveKey: key }: SimulatedShop): Promise<void> {
  const { body } = await shop.api('/get-balance', { key })
  const underway = model.withdrawals.filter(({ status }) => status === 'requested' || status === 'approved')
  expect(body.data, 'get-balance, live').toEqual({
    available: model.balance(),
    underway: sum(underway, 'amount'),
  })
  const listed = await allOf(shop, '/list-withdrawals', key)
  const expected = model.withdrawals.map(({ id, amount, status }) => [id, amount, status])
  expect(sorted(listed.map(one => [one.id, one.amount, one.status])), 'list-withdrawals').toEqual(sorted(expected))
  const movements = await allOf(shop, '/list-movements', key)
  const taken = movements.filter(({ type }) => type === 'withdrawal').map(one => [one.withdrawal_id, one.net])
  const moves = model.withdrawals.flatMap(one => [
    [one.id, -one.amount],
    ...(one.status === 'rejected' || one.status === 'failed' ? [[one.id, one.amount]] : []),
  ])
  expect(sorted(taken), 'list-movements, live').toEqual(sorted(moves))
}
