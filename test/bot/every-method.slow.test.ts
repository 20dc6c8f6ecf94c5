import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../src/accounts/account.ts'
import { viewPayment } from '../../src/payments/view-payment.ts'
import { buttonsOf, type Customer, eventually, openStore, type Shown, type Store, textOf } from './store.ts'

let store: Store

beforeAll(async () => {
  store = await openStore({ EDITION: 'verification' }, true)
  await store.sell(`
products:
  - { key: biji, kind: physical, name: Biji Kopi, price: 60000, asks: [], stock: 50 }
  - { key: mesin, kind: physical, name: Mesin Espresso, price: 600000, asks: [], stock: 50 }
`)
  await offerAll(true)
}, 60_000)
afterAll(async () => await store?.close())

async function offerAll(offersAllMethods: boolean): Promise<void> {
  const { app, demo } = store.shop
  await app.em({ accountId: demo.accountId }).nativeUpdate(Account, { id: demo.accountId }, { offersAllMethods })
}

async function order(name: string): Promise<{ buyer: Customer; card: Shown }> {
  const buyer = await store.person()
  await buyer.say(name)
  await buyer.press(name)
  await buyer.press('Beli sekarang')
  return { buyer, card: await buyer.sees(/ORD-\d{6}-\w{6}/) }
}

const payButtons = (card: Shown) =>
  buttonsOf(card)
    .map(({ text }) => text as string)
    .filter(text => text.includes('Bayar'))

async function otherWays(buyer: Customer): Promise<string[]> {
  await buyer.press('Cara lain')
  return eventually(async () => {
    const ways = (await buyer.chat()).flatMap(payButtons).filter(text => text.includes('lewat'))
    return ways.length > 0 ? ways : undefined
  }, 'the ways to pay')
}

async function detected(): Promise<void> {
  await store.shop.hurry()
  await store.shop.work()
}

test.each([
  ['wallet_qris', 'merchant-wallet'],
  ['wallet_direct', 'wallet'],
  ['qris_user', 'bank'],
])('a customer gets one code for every method, and pays by %s', async (method, connector) => {
  const { buyer, card } = await order('Biji Kopi')
  expect(payButtons(card)).toEqual(['✅ Bayar Rp 60.000'])
  await buyer.press('Bayar Rp')
  const code = await buyer.sees('Bayar sebelum')
  expect(code.photo).toBeTruthy()
  expect(textOf(code)).toContain('Bisa juga lewat transfer e-wallet: pilih di halaman bayar.')
  expect(buttonsOf(code).map(({ text }) => text)).toContain('🌐 Halaman bayar')
  const invoice = /INV-\w+/.exec(textOf(code))![0]
  const view = (await viewPayment(store.shop.app, invoice))!
  expect(view.paymentMethod).toBe('all')
  expect(view.offers.map(offer => offer.method)).toEqual(['wallet_qris', 'qris_user', 'wallet_direct', 'qris'])
  // Customers in the chat should not have to type an amount.
  expect(view.offers.every(({ isStaticCode }) => !isStaticCode)).toBe(true)
  await store.shop.sandbox('/transfers', { connector, amount: view.finalAmount })
  await eventually(async () => {
    await detected()
    return (await buyer.chat()).some(message => textOf(message).includes('LUNAS')) || undefined
  }, 'the receipt')
  expect((await viewPayment(store.shop.app, invoice))!.paidVia).toBe(method)
})

test('an amount outside the limits of the shared code is paid by the methods that accept it', async () => {
  const { buyer, card } = await order('Mesin Espresso')
  expect(payButtons(card)).toHaveLength(1)
  expect(await otherWays(buyer)).toHaveLength(2)
})

test('a shop without the shared code offers QRIS and e-wallet separately', async () => {
  await offerAll(false)
  const { buyer } = await order('Biji Kopi')
  expect(await otherWays(buyer)).toHaveLength(2)
})
