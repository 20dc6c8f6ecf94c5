import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Connection } from '../../src/connections/connection.ts'
import { createConnection } from '../../src/connections/create-connection.ts'
import { makeStaticCode } from '../../src/connectors/simulator/qris-code.ts'
import { sharp } from '../../src/lib/sharp.ts'
import { convertQris } from '../../src/qris/convert-qris.ts'
import { parseQris } from '../../src/qris/parse-qris.ts'
import { qrPng } from '../../src/qris/picture.ts'
import { secret } from '../connectors/mutations/phone.ts'
import { type Customer, eventually, openStore, type Store } from './store.ts'

let store: Store
let owner: Customer
let there: { bot: string }

const code = makeStaticCode(`TOKO.${randomInt(1e6, 9e6)}`, 'Toko Melati')
const { merchantCity, nmid } = parseQris(code)
const name = ['Toko Melati', merchantCity, nmid && `NMID ${nmid}`].filter(Boolean).join(', ')

beforeAll(async () => {
  store = await openStore()
  there = { bot: store.platform }
  owner = await store.merchant('Bu Sri')
  const account = `08${randomInt(1e9, 9e9)}`
  await createConnection(store.shop.app, {
    accountId: store.shop.demo.accountId,
    connector: 'mutations',
    mode: 'test',
    label: 'HP kasir',
    credentials: { method: 'wallet_qris', dialect: 'native', secret, apps: ['id.dana'], account },
  })
}, 60_000)
afterAll(async () => await store?.close())

const send = (bytes: Buffer, kind = 'photo') =>
  store.control('messages', {
    bot: store.platform,
    from: owner.id,
    [kind]: { name: 'qris.png', base64: bytes.toString('base64') },
  })
const blank = (width: number) =>
  sharp({ create: { width, height: width, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()

test('the bot names the shop on a photographed QRIS, and stores the code once confirmed', async () => {
  const { em } = store.shop.app
  const stored = async () =>
    (await em('installation').find(Connection, { account: store.shop.demo.accountId, staticQris: code })).length
  await send(qrPng(code, { scale: 6 }))
  await owner.sees(name, there)
  await owner.sees('dengan nominal yang sudah terisi', there)
  expect(await stored()).toBe(0)
  await owner.press('Pakai untuk HP kasir', there)
  await owner.sees(`QRIS ${name} dipakai untuk`, there)
  await eventually(async () => (await stored()) === 1 || undefined, 'the stored code')
})

test("a photo of another merchant's QRIS names both before it replaces the stored one", async () => {
  const other = makeStaticCode(`LAIN.${randomInt(1e6, 9e6)}`, 'Kios Lain')
  await send(qrPng(other, { scale: 6 }))
  await owner.sees(/HP kasir sekarang memakai QRIS merchant lain: Toko Melati/, there)
  await owner.press('Ganti QRIS HP kasir', there)
  await owner.sees(/QRIS Kios Lain.* dipakai untuk HP kasir/, there)
})

test('a picture without a static QRIS is refused with a sentence that explains why', async () => {
  await send(await blank(300))
  await owner.sees('Tidak ada kode QR yang terbaca di foto itu', there)
  await send(qrPng('https://warung.example/menu', { scale: 6 }))
  await owner.sees('Kode di foto itu bukan QRIS', there)
  await send(qrPng(convertQris(code, 20_000 + randomInt(9_000)).converted, { scale: 6 }))
  await owner.sees('dibuat untuk satu pembayaran saja', there)
  await send(Buffer.from('bukan gambar sama sekali'), 'document')
  await owner.sees('bukan gambar yang bisa dibaca', there)
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(200)])
  await send(heic, 'document')
  await owner.sees('HEIC dari iPhone', there)
  await send(await blank(9_000), 'document')
  await owner.sees('Fotonya terlalu besar', there)
})
