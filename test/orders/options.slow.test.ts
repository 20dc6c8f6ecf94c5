import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { getStatisticsEndpoint } from '../../src/api/get-statistics.ts'
import { changeOptions } from '../../src/catalog/options/change-options.ts'
import { OptionGroup } from '../../src/catalog/options/option-group.ts'
import { readOptions } from '../../src/catalog/options/read-options.ts'
import { Variant } from '../../src/catalog/product.ts'
import { exceptionsSql, invariants } from '../../src/doctor/invariants-sql.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import { makeCoupon } from '../../src/modules/coupons/make-coupon.ts'
import { useCoupon } from '../../src/modules/coupons/use-coupon.ts'
import { draftMaking } from '../../src/orders/cart/draft-making.ts'
import { fillCart } from '../../src/orders/cart/fill-cart.ts'
import { findCart } from '../../src/orders/cart/find-cart.ts'
import { describeMakings } from '../../src/orders/making-lines.ts'
import { placeOrder } from '../../src/orders/place-order.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { readOptionsSold } from '../../src/orders/statistics/read-options-sold.ts'
import { totalSales } from '../../src/orders/statistics/total-sales.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { look, newCustomer, openStall, pay, type Stall, stockFaults } from './store.ts'

const menu = `
products:
  - key: latte
    kind: physical
    name: Latte
    asks: []
    price: 20000
    stock: 50
    options:
      - key: size
        name: Ukuran
        min: 1
        choices: [{ key: small, name: Kecil }, { key: large, name: Besar, price: 5000 }]
      - key: milk
        name: Susu
        choices: [{ key: oat, name: Susu oat, price: 8000 }, { key: soy, name: Soya, price: 4000 }]
      - key: more
        name: Tambahan
        max: 2
        choices: [{ key: shot, name: Shot, price: 6000 }, { key: syrup, name: Sirup }, { key: cream, name: Krim }]
  - { key: toast, kind: physical, name: Roti, asks: [], price: 15000, stock: unlimited }
`

let shop: TestShop
let stall: Stall
let customer: number
let product: string

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  stall = await openStall(shop.app, shop.demo, menu)
  customer = await newCustomer(stall)
  const variant = await shop.app
    .em(stall.standing)
    .findOneOrFail(Variant, { publicId: stall.variants.latte! }, { populate: ['product'] })
  product = variant.product.publicId
})

const put = (choices: string[] | undefined, quantity = 1, more: object = {}) =>
  fillCart(shop.app, stall.standing, customer, { variantId: stall.variants.latte!, quantity, choices, ...more })
const placed = (asked = {}) => placeOrder(shop.app, stall.standing, customer, asked)
const draft = (step: Parameters<typeof draftMaking>[3]) =>
  draftMaking(shop.app, stall.standing, { customerId: customer, variantId: stall.variants.latte! }, step)
const turn = (group: string, option: string, isActive: boolean) =>
  changeOptions(shop.app, { ...commandActor, accountId: shop.demo.accountId }, product, { group, option, isActive })

async function wrongOrders(): Promise<unknown[]> {
  const rule = invariants.find(({ id }) => id === 'I20')!
  return shop.app.sql.query(exceptionsSql(rule), { now: shop.app.now(), windows: {} })
}

async function optionIds(): Promise<Record<string, string>> {
  const { id } = (await shop.app.em(stall.standing).findOneOrFail(Variant, { publicId: stall.variants.latte! })).product
  const groups = (await readOptions(shop.app.em(stall.standing), [id])).get(id)!
  return Object.fromEntries(groups.flatMap(group => [...group.options].map(option => [option.key, option.publicId])))
}

test("differently configured units of one product share a cart line, and cost their options' surcharges", async () => {
  await put(['size:large', 'milk:oat'], 2)
  await put(['size:small'])
  const cart = await findCart(shop.app, stall.standing, customer)
  expect(cart.lines.map(({ quantity }) => quantity)).toEqual([3])
  expect(cart.units.map(({ quantity, total }) => [quantity, total])).toEqual([
    [2, 66_000],
    [1, 20_000],
  ])
  const order = await look(stall, await placed({ expectedTotal: cart.total }))
  expect(order.total).toBe(86_000)
  const [item] = order.items.$
  expect([item!.quantity, item!.price, item!.surcharge, item!.total()]).toEqual([3, 20_000, 26_000, 86_000])
  expect([...item!.makings].map(each => [each.quantity, each.price, each.names()])).toEqual([
    [2, 13_000, 'Besar, Susu oat'],
    [1, 0, 'Kecil'],
  ])
  const surcharges = [5_000, 8_000].map(formatRupiah)
  expect(describeMakings(item!, 'id', 'prices')).toEqual([
    `2 × Besar +${surcharges[0]}, Susu oat +${surcharges[1]}`,
    '1 × Kecil',
  ])
  expect(describeMakings(item!, 'id', 'names')).toEqual(['2 × Besar, Susu oat', '1 × Kecil'])
  expect((await findCart(shop.app, stall.standing, customer)).units).toEqual([])
  const { payment } = await requestPayment(shop.app, stall.standing, { customerId: customer, token: order.token })
  expect(payment.amount).toBe(86_000)
  expect(await wrongOrders()).toEqual([])
  expect(await stockFaults(shop.app)).toEqual([])
})

test('chosen options are counted, until their order is cancelled', async () => {
  await put(['size:large', 'milk:oat'], 2)
  await put(['size:small'])
  const order = await placed()
  const { payment } = await requestPayment(shop.app, stall.standing, { customerId: customer, token: order.token })
  const day = shop.app.calendar.formatDay(shop.app.now())
  const chosen = async () => {
    await totalSales(shop.app)
    const options = await shop.app.slowly(
      reads => readOptionsSold(reads, stall.standing, { first: day, last: day }),
      stall.standing,
    )
    for (const period of ['today', 'all']) {
      const told = await getStatisticsEndpoint.handle(shop.app, stall.standing, { period }, null as never)
      expect(told).toMatchObject({ options })
    }
    return options.map(one => [one.product_name, one.group_name, one.option_name, one.quantity, one.revenue])
  }
  expect(await chosen()).toEqual([])
  await shop.work()
  await pay(stall, payment.invoiceId)
  expect(await chosen()).toEqual([
    ['Latte', 'Susu', 'Susu oat', 2, 16_000],
    ['Latte', 'Ukuran', 'Besar', 2, 10_000],
    ['Latte', 'Ukuran', 'Kecil', 1, 0],
  ])
  const { orderNumber } = order
  await updateOrderStatus(shop.app, stall.standing, { orderNumber, status: 'cancelled', notify: false })
  expect(await chosen()).toEqual([])
})

test('the same choices again are the same units, and a press that is handled twice counts once', async () => {
  await put(['size:large', 'milk:oat'], 2)
  await put(['milk:oat', 'size:large', 'milk:oat'], 2)
  const { units } = await findCart(shop.app, stall.standing, customer)
  expect(units.map(({ quantity }) => quantity)).toEqual([2])
})

test('units in the cart are counted by configuration, and an old button restores none that were removed', async () => {
  await put(['size:large'], 2)
  const unitsNow = async () => (await findCart(shop.app, stall.standing, customer)).units
  const making = (await unitsNow())[0]!.key
  for (const quantity of [3, 1]) {
    await put(undefined, quantity, { making })
    expect((await unitsNow()).map(units => [units.key, units.quantity])).toEqual([[making, quantity]])
  }
  await put(undefined, 0, { making })
  await put(undefined, 2, { making })
  expect(await unitsNow()).toEqual([])
})

test('required, allowed and available options decide what can be put into the cart', async () => {
  await expect(put([])).rejects.toMatchObject({ fields: [{ path: 'options', code: 'missing' }] })
  await expect(put(['milk:oat'])).rejects.toMatchObject({ fields: [{ path: 'options', code: 'missing' }] })
  await expect(put(['size:small', 'size:large'])).rejects.toMatchObject({ fields: [{ code: 'too_many', max: 1 }] })
  await expect(put(['size:small', 'more:shot', 'more:syrup', 'more:cream'])).rejects.toMatchObject({
    fields: [{ code: 'too_many', max: 2 }],
  })
  await expect(put(['size:small', 'size:huge'])).rejects.toMatchObject({ code: 'out_of_stock' })
  await turn('milk', 'oat', false)
  await expect(put(['size:small', 'milk:oat'])).rejects.toMatchObject({
    details: { code: 'out_of_stock', names: ['Latte · Susu oat'] },
  })
  expect((await findCart(shop.app, stall.standing, customer)).units).toEqual([])
})

test('an option that is disabled in a cart is shown, blocks the order, and can be chosen again', async () => {
  const before = await put(['size:large', 'milk:oat'], 2)
  await turn('milk', 'oat', false)
  const [units] = (await findCart(shop.app, stall.standing, customer)).units
  expect([units!.problem, units!.making]).toEqual(['choose', { is: 'gone', name: 'Susu oat' }])
  await expect(placed({ expectedTotal: before.total })).rejects.toMatchObject({ code: 'out_of_stock' })
  const again = await draft({ quantity: units!.quantity, choices: units!.chosen, replaces: units!.key })
  expect([again.choices, again.gone]).toEqual([['size:large'], ['Susu oat']])
  await put(again.choices, again.quantity, { replaces: units!.key })
  await put(again.choices, again.quantity, { replaces: units!.key })
  const after = await findCart(shop.app, stall.standing, customer)
  expect([after.total, after.unitCount, after.isOrderable]).toEqual([50_000, 2, true])
})

test('a price of an option that changed since the customer saw it is refused with the new total', async () => {
  const { total } = await put(['size:large'])
  const group = { key: 'size', name: 'Ukuran', choicesMin: 1, choicesMax: 1 }
  const options = [{ key: 'large', name: 'Besar', price: 7000, isActive: true }]
  const acting = { ...commandActor, accountId: shop.demo.accountId }
  await changeOptions(shop.app, acting, product, { save: { ...group, options } })
  await expect(placed({ expectedTotal: total })).rejects.toMatchObject({
    details: { code: 'price_changed', total: 27_000 },
  })
})

test('an option switched off during the order is either in the order or refused as a whole', async () => {
  for (let attempt = 0; attempt < 12; attempt++) {
    await turn('milk', 'oat', true)
    customer = await newCustomer(stall)
    const { total } = await put(['size:large', 'milk:oat'])
    const [order] = await Promise.allSettled([placed({ expectedTotal: total }), turn('milk', 'oat', false)])
    if (order.status === 'fulfilled') expect(order.value.total).toBe(33_000)
    else expect(order.reason).toMatchObject({ code: 'out_of_stock' })
  }
  expect(await wrongOrders()).toEqual([])
  expect(await stockFaults(shop.app)).toEqual([])
})

test('two tabs that add different configurations to one cart keep both', async () => {
  await Promise.all([put(['size:large'], 2), put(['size:small'], 3), put(['size:small', 'milk:soy'], 4)])
  const cart = await findCart(shop.app, stall.standing, customer)
  expect(cart.lines.map(({ quantity }) => quantity)).toEqual([9])
  expect(cart.units.map(({ quantity }) => quantity).sort()).toEqual([2, 3, 4])
  await expect(put(['size:large'], 93)).rejects.toMatchObject({ fields: [{ path: 'quantity', code: 'out_of_range' }] })
})

test('in a group of one, another choice replaces the first, and one choice too many is refused', async () => {
  const ids = await optionIds()
  await draft({ quantity: 2 })
  await draft({ option: ids.small!, isOn: true })
  await draft({ option: ids.large!, isOn: true })
  await draft({ option: ids.large!, isOn: true })
  await draft({ option: ids.shot!, isOn: true })
  await draft({ option: ids.syrup!, isOn: true })
  await expect(draft({ option: ids.cream!, isOn: true })).rejects.toMatchObject({
    fields: [{ code: 'too_many', max: 2 }],
  })
  await draft({ option: ids.shot!, isOn: false })
  const seen = await draft('look')
  expect([seen.choices, seen.quantity, seen.made.price]).toEqual([['size:large', 'more:syrup'], 2, 5000])
})

test('a forged button with an option of another product or shop chooses nothing', async () => {
  const other = await openStall(shop.app, shop.second, menu.replaceAll('latte', 'moka'))
  const theirs = await shop.app
    .em(other.standing)
    .findOneOrFail(OptionGroup, { key: 'milk' }, { populate: ['options'] })
  const option = [...theirs.options][0]!.publicId
  await expect(draft({ option, isOn: true })).rejects.toMatchObject({ code: 'not_found' })
  const toast = { customerId: customer, variantId: stall.variants.toast! }
  const ids = await optionIds()
  const onToast = draftMaking(shop.app, stall.standing, toast, { option: ids.oat!, isOn: true })
  await expect(onToast).rejects.toMatchObject({ code: 'not_found' })
  const line = { variantId: stall.variants.toast!, quantity: 1, choices: ['milk:oat'] }
  await expect(fillCart(shop.app, stall.standing, customer, line)).rejects.toMatchObject({ code: 'out_of_stock' })
})

// Version 1.0.0 writes a line with these statements, and does not know options of units.
test('a line changed by version 1.0.0 keeps its oldest units, and asks for the options of the others', async () => {
  await put(['size:large'], 2)
  await put(['size:small'], 2)
  const set = (quantity: number) =>
    shop.app.sql.write(
      `insert into cart_line (customer_id, variant_id, account_id, quantity, added_at)
       select customer_id, variant_id, account_id, $2, now() from cart_line where customer_id = $1
       on conflict (customer_id, variant_id) do update set quantity = excluded.quantity`,
      [customer, quantity],
    )
  const seen = async () =>
    (await findCart(shop.app, stall.standing, customer)).units.map(({ quantity, problem }) => [quantity, problem])
  await set(3)
  expect(await seen()).toEqual([
    [2, null],
    [1, null],
  ])
  await set(6)
  expect(await seen()).toEqual([
    [2, null],
    [2, null],
    [2, 'choose'],
  ])
  await expect(placed()).rejects.toMatchObject({ fields: [{ path: 'options', code: 'missing' }] })
  await shop.app.sql.write('delete from cart_line where customer_id = $1', [customer])
  expect(await seen()).toEqual([])
})

test('a coupon is deducted from products with options, by version 1.0.0 too', async () => {
  const acting = { ...commandActor, accountId: shop.demo.accountId }
  const code = `OPSI${customer}`
  await makeCoupon(shop.app, acting, { code, worth: { percent: 10 } })
  await put(['size:large', 'milk:oat'])
  const order = await placed()
  const owner = { ...stall.standing, customerId: customer }
  await useCoupon(shop.app, owner, { token: order.token, code })
  expect((await look(stall, order)).total).toBe(29_700)
  // 1.0.0: 10 % of 20,000, off the price without options.
  await shop.app.sql.write('update store_order set discount = 2000, total = 18000 where id = $1', [order.id])
  expect((await look(stall, order)).total).toBe(31_000)
  expect(await wrongOrders()).toEqual([])
})
