import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchUnits } from '../../src/callbacks/fetch-units.ts'
import { addWebhookSecret } from '../../src/keys/webhook-secret.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { type Receiver, startReceiver } from '../callbacks/receiver.ts'
import { type Customer, openStore, type Store, textOf, workUntil } from './store.ts'

let receiver: Receiver
let store: Store
let owner: Customer
let there: { bot: string }

beforeAll(async () => {
  receiver = await startReceiver()
  store = await openStore({ OUTBOUND_ALLOW: receiver.host })
  there = { bot: store.platform }
  owner = await store.merchant('Bu Sri')
  const { app, demo } = store.shop
  await addWebhookSecret(app, app.em(demo), demo.accountId)
}, 60_000)

afterAll(async () => {
  await store?.close()
  await receiver.close()
})

test('a merchant adds a product that a server delivers by typing its address, and a buyer gets it', async () => {
  await owner.say('/tambah', there)
  await owner.sees('Apa nama barangnya', there)
  await owner.say('Lisensi', there)
  await owner.press('Digital', there)
  await owner.sees('Berapa harganya', there)
  await owner.say('25000', there)
  await owner.sees('Kalau barangnya diambil dari server-mu', there)
  await owner.say('http://10.0.0.1/stok', there)
  await owner.press('Lewati', there)
  await owner.sees('lewati', there)
  await owner.press('Lewati', there)
  await owner.sees('Alamat itu tidak bisa dipakai', there)
  await owner.say(receiver.url, there)
  await owner.sees('Lisensi sekarang dijual', there)

  receiver.answer = ({ body }) => {
    const { quantity, order_number } = JSON.parse(body)
    const units = Array.from({ length: quantity }, (_, at) => `LIS-${order_number}-${at + 1}`)
    return { status: 200, body: JSON.stringify({ units }) }
  }
  const buyer = await store.person()
  await buyer.say('lisensi')
  await buyer.press('Lisensi')
  await buyer.press('Beli sekarang')
  await buyer.press('Bayar Rp')
  await workUntil(store, buyer, /Bayar sebelum/)
  const code = textOf(await buyer.sees('Bayar sebelum'))
  await store.shop.sandbox('/transfers', { invoice_id: /INV-\w+/.exec(code)![0] })
  await store.shop.hurry()
  await workUntil(store, buyer, /sedang diambil dari penjual/)
  await waitUntilFinished(fetchUnits(store.shop.app, 10))
  await workUntil(store, buyer, /LIS-ORD-\d{6}-\w{6}-1/)
  expect(receiver.received).toHaveLength(1)
}, 120_000)
