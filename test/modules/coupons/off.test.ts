import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { listModules, selectModules } from '../../../src/app.ts'
import { ConfigError } from '../../../src/config.ts'
import { replayOwedReactions } from '../../../src/events/replay-owed-reactions.ts'
import { makeCoupon } from '../../../src/modules/coupons/make-coupon.ts'
import { useCoupon } from '../../../src/modules/coupons/use-coupon.ts'
import { foldReactions } from '../../../src/modules/fold.ts'
import { refuseOpenWork } from '../../../src/modules/refuse-open-work.ts'
import { cancelOrder } from '../../../src/orders/cancel-order.ts'
import { reactions } from '../../../src/reactions.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { newCustomer, openStall, order, type Stall } from '../../orders/store.ts'

let shop: TestShop
let stall: Stall

beforeAll(async () => {
  shop = await createTestShop({ settings: { MODULES: 'none' } })
  stall = await openStall(shop.app, shop.demo)
})
afterAll(() => shop.close())

const owed = () =>
  shop.app.sql.query(
    "select e.type, e.subject from owed_reaction o join event e on e.id = o.event_id where o.module = 'coupons'",
  )
const cancel = (customerId: number, token: string) => cancelOrder(shop.app, shop.demo.accountId, customerId, token)

test('a start without coupons is refused while unpaid orders hold some, which are free once coupons are on', async () => {
  const [budi, sari] = [await newCustomer(stall), await newCustomer(stall)]
  const acting = { accountId: shop.demo.accountId, ...commandActor }
  await makeCoupon(shop.app, acting, { code: 'TUJUH', worth: { amount: 700 }, usesMax: null })
  const [held, plain] = [await order(stall, budi, { mug: 1 }), await order(stall, sari, { mug: 1 })]
  const { accountId, mode } = shop.demo
  await useCoupon(shop.app, { accountId, mode, customerId: budi }, { token: held.token, code: 'TUJUH' })
  const refused = refuseOpenWork(shop.app, listModules(shop.app.config))
  await expect(refused).rejects.toThrow(
    new ConfigError(['MODULES: coupons cannot be off yet: 1 coupons held by unpaid orders']),
  )

  // An order without a coupon, by a customer without an invitation, owes nothing.
  await cancel(sari, plain.token)
  expect(await owed()).toEqual([])
  await cancel(budi, held.token)
  expect(await owed()).toEqual([{ type: 'order.cancelled', subject: held.orderNumber }])
  await refuseOpenWork(shop.app, listModules(shop.app.config))

  const usesOf = () => shop.app.sql.query("select used_in_test as used from coupon where code = 'TUJUH'")
  expect(await usesOf()).toEqual([{ used: 1 }])
  const on = { ...shop.app, reactions: foldReactions(reactions, selectModules({ modules: 'coupons' }).reactions) }
  const coupons = listModules({ modules: 'coupons' }).flatMap(({ module, isOn }) => (isOn ? [module] : []))
  expect(await replayOwedReactions(on, coupons)).toBe(1)
  expect(await usesOf()).toEqual([{ used: 0 }])
})
