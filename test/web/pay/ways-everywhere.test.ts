import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paymentMethodsView } from '../../../bot/screens/order-view.ts'
import { texts } from '../../../bot/texts/texts.ts'
import { makeKeys } from '../../../src/connectors/xendit/simulator-account.ts'
import { findStandingByAccount } from '../../../src/keys/standing.ts'
import { listUsableMethods } from '../../../src/methods/list-usable-methods.ts'
import { listWaysToPay } from '../../../src/methods/list-ways-to-pay.ts'
import { paymentMethodIds } from '../../../src/methods/method.ts'
import { findPayerWay, payerWayNames, selectFirstOfEachWay } from '../../../src/methods/payer-way.ts'
import { methodNames } from '../../../src/web/parts/method-names.ts'
import { connectByKey } from '../../connectors/by-key.ts'
import { makeBill } from '../../modules/bills/stand.ts'
import { openMenu } from '../../modules/menu/stand.ts'
import { createVisitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

/*
 * Payers see the same methods at every door of a shop with several connections: one QRIS for all apps, and at most one
 * transfer.
 */
let shop: WebShop
const slug = `cara-${randomUUID().slice(0, 8)}`
const amount = 20_000 + randomInt(5_000)

beforeAll(async () => {
  shop = await createWebShop({}, {}, { ownCodes: true })
  const credentials = { ...makeKeys(`1${randomInt(1e12)}`), base_url: `${shop.sandboxUrl}/xendit` }
  await connectByKey(shop, shop.demo, { id: 'xendit', credentials })
  await openMenu(shop, slug)
})
afterAll(() => shop.close())

const standing = async () => (await findStandingByAccount(shop.app, shop.demo.accountId, 'test'))!
const languages = ['id', 'en'] as const

/** Names and ids of methods that payers must not see. */
const merchantsNames = paymentMethodIds
  .flatMap(id => [id, methodNames.id[id], methodNames.en[id]])
  .filter(name => !languages.some(language => Object.values(payerWayNames[language]).join().includes(name)))
  .filter(name => name !== 'qris')

/** Returns the ways to pay that a text names, in its order; fails if it names a method. */
function waysIn(text: string, language: 'id' | 'en'): string[] {
  const visible = text.replace(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, '\n')
  for (const name of merchantsNames) expect(visible.toLowerCase()).not.toContain(name.toLowerCase())
  const names = Object.values(payerWayNames[language]).map(name => name.toLowerCase())
  const lower = visible.toLowerCase()
  const found = names.flatMap(name => Array.from({ length: lower.split(name).length - 1 }, () => name))
  return found
}

function expectOneOfEach(ways: string[], most = 2): void {
  expect(new Set(ways).size).toBe(ways.length)
  expect(ways.length).toBeLessThanOrEqual(most)
  expect(ways.length).toBeGreaterThan(0)
}

test('the shop of these tests has several methods with a code', async () => {
  const methods = listUsableMethods(shop.app, await standing(), amount)
  expect(methods.filter(method => findPayerWay(method) === 'scan').length).toBeGreaterThan(2)
  expect(methods).toContain('wallet_direct')
})

test('payers choose between at most two ways, regardless of how many methods a shop has', () => {
  for (let set = 1; set < 2 ** paymentMethodIds.length; set++) {
    const methods = paymentMethodIds.filter((_, index) => set & (1 << index))
    const names = selectFirstOfEachWay(methods).map(method => payerWayNames.en[findPayerWay(method)])
    expectOneOfEach(names)
    expect(names.length).toBe(new Set(methods.map(findPayerWay)).size)
  }
})

describe.each(languages)('in %s', language => {
  test('the chat offers each way to pay once', async () => {
    const order = { orderNumber: 'ORD-1', token: 'x', total: amount } as Parameters<typeof paymentMethodsView>[0]
    const ways = listWaysToPay(shop.app, await standing(), amount)
    const { text, buttons } = paymentMethodsView(order, ways, { t: texts[language], language } as never)
    const words = [`${text}`, ...buttons!.flat().map(button => button.text)].join('\n')
    expect(waysIn(words, language)).toHaveLength(2)
    expectOneOfEach(waysIn(words, language))
  })

  test('the cart of the menu page offers each way to pay once', async () => {
    const guest = createVisitor(shop)
    const [variant] = await shop.app.sql.query<{ id: string }>(
      "select v.public_id as id from variant v join product p on p.id = v.product_id where p.key = 'roti'",
    )
    await guest.get(`/m/${slug}?lang=${language}`)
    await guest.post(`/m/${slug}/cart`, { do: 'add', variant: variant!.id, quantity: '1' })
    const { text } = await guest.get(`/m/${slug}/cart?lang=${language}`)
    expectOneOfEach(waysIn(text, language))
  })

  test('the page of a bill lists each way to pay once', async () => {
    const { pathname } = new URL(String((await makeBill(shop, { amount })).url))
    const { text } = await createVisitor(shop).get(`${pathname}?lang=${language}`)
    expectOneOfEach(waysIn(text, language))
  })

  test.each(['qris', 'qris_user', 'wallet_qris', 'wallet_direct'])(
    'the payment page of %s does not name the method',
    async id => {
      const invoice = await shop.invoice({ payment_method: id, amount: amount + randomInt(500) })
      await shop.work()
      waysIn((await createVisitor(shop).get(`/pay?invoice=${invoice}&lang=${language}`)).text, language)
    },
  )
})
