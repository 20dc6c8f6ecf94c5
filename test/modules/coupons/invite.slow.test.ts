import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { setReferral } from '../../../src/modules/coupons/set-referral.ts'
import { type Customer, openStore, type Store, textOf, workUntil } from '../../bot/store.ts'

let store: Store
let ayu: Customer

beforeAll(async () => {
  store = await openStore()
  await store.sell(`
shop:
  referral: { amount: 5000, min_total: 15000, days: 30 }
products:
  - { key: kunci, kind: digital, name: Kunci, price: 25000, stock: unlimited }
`)
  ayu = await store.person({ first_name: 'Ayu' })
  await ayu.say('/start')
  await ayu.sees('Kunci')
}, 60_000)

afterAll(async () => await store?.close())

async function linkOf(person: Customer): Promise<string> {
  await person.say('/undang')
  return /start=(r_\w+)/.exec(textOf(await person.sees('Undang teman, sama-sama hemat')))![1]!
}

async function buy(person: Customer): Promise<void> {
  await person.say('kunci')
  await person.press('Kunci')
  await person.press('Beli sekarang')
  await person.press('Bayar Rp')
  await workUntil(store, person, /Bayar sebelum/)
  const code = textOf(await person.sees('Bayar sebelum'))
  await store.shop.sandbox('/transfers', { invoice_id: /INV-\w+/.exec(code)![0] })
  await store.shop.hurry()
  await workUntil(store, person, /Pembayaran diterima/)
}

const referrals = () => store.shop.app.sql.query('select invited_id, is_rewarded from referral order by invited_id')
const codeIn = (message: unknown) => /TEMAN-\w{8}/.exec(textOf(message))![0]

test('a friend who comes through a link and pays a first order earns both one coupon each', async () => {
  const link = await linkOf(ayu)
  expect(textOf(await ayu.sees('Tautanmu, ketuk'))).toMatch(/kupon Rp\s5\.000, berlaku 30 hari/)
  const budi = await store.person({ first_name: 'Budi' })
  await budi.say(`/start ${link}`)
  await budi.sees(/Kamu diundang temanmu! .*kupon Rp\s5\.000/)
  expect(await referrals()).toMatchObject([{ is_rewarded: false }])
  await buy(budi)
  await workUntil(store, ayu, /Temanmu sudah belanja lewat undanganmu/)
  await workUntil(store, budi, /Pesanan pertamamu lewat undangan teman sudah dibayar/)
  const [told, toldBudi] = [await ayu.sees('Kuponmu sudah datang'), await budi.sees('Kuponmu sudah datang')]
  for (const message of [told, toldBudi]) {
    expect(textOf(message)).toMatch(
      /kupon Rp\s5\.000 untukmu[\s\S]*paling sedikit Rp\s15\.000[\s\S]*Berlaku sampai .* untuk satu pesanan/,
    )
    expect(textOf(message)).toContain('Cara pakai')
  }
  const [mine, theirs] = [codeIn(told), codeIn(toldBudi)]
  expect(mine).not.toBe(theirs)
  await buy(budi)
  expect(await referrals()).toMatchObject([{ is_rewarded: true }])
  const coupons = await store.shop.app.sql.query('select code from coupon')
  expect(coupons).toHaveLength(2)

  await ayu.say('kunci')
  await ayu.press('Kunci')
  await ayu.press('Beli sekarang')
  await ayu.press('Pakai kupon')
  await ayu.sees('Ketik kode kuponnya')
  await ayu.say(theirs)
  await ayu.sees('tidak dikenal')
  await ayu.press('Pakai kupon')
  await ayu.say(mine)
  await ayu.sees(/Kupon TEMAN-\w{8} terpakai: hemat Rp\s5\.000/)
  await ayu.say('/undang')
  const asked = await ayu.sees('Teman yang datang: 1. Yang sudah belanja: 1.')
  // The coupon is used on an order, so none of it can be used elsewhere.
  expect(textOf(asked)).not.toContain(mine)

  await budi.say('/undang')
  const own = await budi.sees('Teman yang datang: 0')
  expect(textOf(own)).toMatch(new RegExp(`Kuponmu yang bisa dipakai: 1\n${theirs} Rp\\s5\\.000, sampai`))
  await budi.say('kunci')
  await budi.press('Kunci')
  await budi.press('Beli sekarang')
  await budi.press('dengan kuponmu')
  await budi.sees(new RegExp(`Kupon ${theirs}: −Rp\\s5\\.000`))
}, 120_000)

test("a customer's own link, an unknown one, and links for earlier customers earn nothing, and open the shop", async () => {
  const before = await referrals()
  const link = await linkOf(ayu)
  await ayu.say(`/start ${link}`)
  await ayu.sees('Ini tautanmu sendiri')
  const cici = await store.person({ first_name: 'Cici' })
  await cici.say('/start r_ZZZZZZZZZZ')
  await cici.sees('Selamat datang')
  const theirs = await linkOf(cici)
  // Ayu was a customer first, so she cannot be invited by the other.
  await ayu.say(`/start ${theirs}`)
  await ayu.sees('hanya untuk yang baru pertama kali')
  const dodi = await store.person({ first_name: 'Dodi' })
  await dodi.say('/start')
  await dodi.sees('Kunci')
  await buy(dodi)
  await dodi.say(`/start ${theirs}`)
  await dodi.sees('hanya untuk yang baru pertama kali')
  const eka = await store.person({ first_name: 'Eka' })
  await eka.say('/start')
  await eka.sees('Kunci')
  store.shop.advance(2 * 86_400)
  await eka.say(`/start ${link}`)
  await eka.sees('hanya untuk yang baru pertama kali')
  expect(await referrals()).toEqual(before)
}, 120_000)

test('a shop without rewards says so, in both languages, and its menu has no button', async () => {
  const { app, demo } = store.shop
  const acting = { accountId: demo.accountId, ...commandActor }
  await setReferral(app, acting, { amount: null, totalMin: 0, days: 30 })
  const john = await store.person({ first_name: 'John', language_code: 'en' })
  await john.say('/invite')
  await john.sees('doesn’t reward invitations yet')
  await john.say('/menu')
  const menu = await john.sees('Welcome')
  expect(JSON.stringify(menu.reply_markup)).not.toContain('Invite friends')
  for (const wrong of [
    { amount: 0 },
    { amount: 1.5 },
    { amount: 10_000_001 },
    { totalMin: -1 },
    { days: 0 },
    { days: 366 },
  ]) {
    await expect(setReferral(app, acting, { amount: 5000, totalMin: 0, days: 30, ...wrong })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  }
}, 60_000)
