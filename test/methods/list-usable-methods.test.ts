import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findStandingByAccount, type Standing } from '../../src/keys/standing.ts'
import { listUsableMethods } from '../../src/methods/list-usable-methods.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

describe.each(['subscription', 'verification'])('the usable methods of an account, %s', edition => {
  let shop: TestShop
  let demo: Standing
  let second: Standing

  beforeAll(async () => {
    shop = await createTestShop({ ownCodes: true, settings: { EDITION: edition } })
    demo = (await findStandingByAccount(shop.app, shop.demo.accountId, 'test'))!
    second = (await findStandingByAccount(shop.app, shop.second.accountId, 'test'))!
  })
  afterAll(() => shop.close())

  test('the methods start with the default, in the order of preference', () => {
    expect(listUsableMethods(shop.app, demo, 15_000)).toEqual(['qris', 'qris_user', 'wallet_qris', 'wallet_direct'])
    expect(listUsableMethods(shop.app, demo, 15_000)[0]).toBe(shop.app.edition.defaultMethod(demo))
  })

  test('an account can be paid by the methods of its connections', () => {
    expect(listUsableMethods(shop.app, second, 15_000)).toEqual(['qris', 'wallet_direct'])
  })

  test('methods accept their stated maximum, and not a rupiah more', () => {
    expect(listUsableMethods(shop.app, second, 500_000)).toEqual(['qris', 'wallet_direct'])
    expect(listUsableMethods(shop.app, second, 500_001)).toEqual(['wallet_direct'])
  })

  test('a mode without a connection has no methods', async () => {
    const live = (await findStandingByAccount(shop.app, shop.second.accountId, 'live'))!
    expect(listUsableMethods(shop.app, live, 15_000)).toEqual([])
  })
})
