import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Connection } from '../../src/connections/connection.ts'
import { readProof } from '../../src/payments/proof/read-proof.ts'
import { buttonsOf, type Customer, eventually, openStore, type Store, textOf } from './store.ts'

let store: Store
let owner: Customer
let there: { bot: string }

beforeAll(async () => {
  store = await openStore()
  there = { bot: store.platform }
  owner = await store.merchant('Bu Sri')
}, 60_000)
afterAll(async () => await store?.close())

const scope = () => ({ accountId: store.shop.demo.accountId, mode: 'test' as const })
const connectionsOf = (connector: string) =>
  store.shop.app.em(scope()).find(Connection, { connector: connector as 'midtrans', removedAt: null })

async function keysOf(connector: string): Promise<Record<string, string>> {
  const merchant = `7${String(randomInt(1e12)).padStart(15, '0')}`
  const answer = await fetch(`${store.shop.sandboxUrl}/credentials?connector=${connector}&merchant_id=${merchant}`)
  return (await answer.json()) as Record<string, string>
}

/** Returns all traces of a secret in database rows and the chat. */
async function traces(secret: string): Promise<string[]> {
  const { sql } = store.shop.app
  const [row] = await sql.query<{ inbox: string; form: string }>(
    `select coalesce((select string_agg(payload::text, ' ') from inbox), '') as inbox,
       coalesce((select string_agg(state::text, ' ') from form), '') as form`,
  )
  const chat = (await owner.chat(store.platform)).map(textOf).join(' ')
  const places = { inbox: row!.inbox, form: row!.form, chat }
  return Object.entries(places).flatMap(([place, text]) => (text.includes(secret) ? [place] : []))
}

const gone = (secret: string) =>
  eventually(async () => ((await traces(secret)).length === 0 ? true : undefined), 'no trace of the secret')

async function choose(tile: string) {
  await owner.say('/rekening', there)
  const tiles = await owner.sees('Uangmu masuk ke mana?', there)
  const { callback_data: chosen } = buttonsOf(tiles).find(({ text }) => text === tile)
  await owner.pressData(tiles.message_id, chosen, there)
}

test('the tiles in the chat have the same names as on the page, without technical connectors', async () => {
  await owner.say('/accounts', there)
  const names = buttonsOf(await owner.sees('Uangmu masuk ke mana?', there)).map(({ text }) => text)
  for (const name of ['Midtrans', 'Xendit', 'Duitku', 'Tripay', 'iPaymu', 'GoPay Merchant', 'DANA Bisnis', 'BCA']) {
    expect(names).toContain(name)
  }
  expect(names.join(' ')).not.toMatch(/SNAP/)
})

test('a wrong key is identified, a correct one is accepted, and neither stays in the chat', async () => {
  const { server_key = '', base_url = '' } = await keysOf('midtrans')
  await choose('Midtrans')
  await owner.sees('Di mana kuncinya?', there)
  const wrong = `Mid-client-${randomInt(1e12)}`
  await owner.say(`"${wrong}"`, there)
  await owner.sees('itu client key', there)
  await gone(wrong)
  expect(await connectionsOf('midtrans')).toEqual([])

  await owner.say(`  'Basic ${server_key}' \n${base_url}`, there)
  const shown = await owner.sees('Yang sudah terbukti', there)
  expect(textOf(shown)).toContain('QRIS: aktif')
  expect(textOf(shown)).toContain('Uang masuk: belum terbukti')
  expect(textOf(shown)).toContain('hanya ada di jaringanmu')
  expect(textOf(shown)).toContain('Menunggu notifikasi pertama')
  await gone(server_key)
  expect(await connectionsOf('midtrans')).toHaveLength(1)
})

test('a key sent outside of the questions is deleted, not searched, and opens its questions', async () => {
  const { secret_key = '' } = await keysOf('xendit')
  await owner.say(`ini kuncinya XENDIT_KEY="${secret_key}"`, there)
  const answer = await owner.sees('Itu kunci Xendit', there)
  expect(textOf(answer)).toContain('sudah dihapus dari chat ini')
  await owner.sees('Tempel di sini: Secret key', there)
  await gone(secret_key)
  expect((await owner.chat(store.platform)).map(textOf).join(' ')).not.toContain('cocok dengan')
  expect(await connectionsOf('xendit')).toEqual([])
})

test('a second account of the same provider mentions the existing connection', async () => {
  const { server_key = '', base_url = '' } = await keysOf('midtrans')
  await choose('Midtrans')
  await owner.say(`${server_key}\n${base_url}`, there)
  await owner.sees(/Belum terhubung\. .*Midtrans/, there)
  await gone(server_key)
  expect(await connectionsOf('midtrans')).toHaveLength(1)
})

test('a provider with two secrets accepts them in one message, one per line', async () => {
  const { merchant_code = '', api_key = '', private_key = '', base_url = '' } = await keysOf('tripay')
  await choose('Tripay')
  await owner.sees('Kirim: ', there)
  await owner.say(merchant_code, there)
  await owner.sees('satu per baris', there)
  await owner.say(api_key, there)
  await owner.sees('Kirim satu per baris, dalam urutan ini', there)
  await owner.say(`${api_key}\n${private_key}\n${base_url}`, there)
  await owner.sees('Biaya per pembayaran: ', there)
  await gone(api_key)
  await gone(private_key)
})

test('the message of the proof payment shows its code, its steps, and then the first rupiah', async () => {
  const [connection] = await connectionsOf('midtrans')
  await owner.say('/rekening', there)
  const tiles = await owner.sees('Uangmu masuk ke mana?', there)
  await owner.pressOn(tiles, '🟢 Midtrans', there)
  const shown = await eventually(
    async () =>
      (await owner.chat(store.platform)).find(
        message => message.message_id === tiles.message_id && textOf(message).includes('Yang sudah terbukti'),
      ),
    'the connection in the place of the tiles',
  )
  await owner.pressOn(shown, 'Buktikan: bayar', there)
  const code = await eventually(async () => {
    await store.shop.work()
    return (await owner.chat(store.platform)).find(
      message => message.photo && textOf(message).includes('Pembayaran percobaan'),
    )
  }, 'the code of the proof payment')
  expect(textOf(code)).toContain('⏳ Uang masuk')
  expect(textOf(code)).toContain('✅ Kode dibuat penyedia')
  await owner.pressOn(code, 'Bayar dengan uang mainan', there)
  const paid = await eventually(async () => {
    await store.shop.work()
    return (await owner.chat(store.platform)).find(message => textOf(message).includes('Rupiah pertama sudah diterima'))
  }, 'the first rupiah')
  expect(textOf(paid)).toContain('✅ Uang masuk')
  expect((await owner.chat(store.platform)).map(({ message_id }) => message_id)).not.toContain(code.message_id)
  const [, connectionId, invoiceId = ''] = /proof:\d+:(\d+):(INV-[0-9A-Z]{20})/.exec(JSON.stringify(code.reply_markup))!
  expect(Number(connectionId)).toBe(connection!.id)
  const { payment } = await readProof(store.shop.app, scope(), { connectionId: connection!.id, invoiceId })
  expect(payment.status).toBe('paid')
  await owner.press('Pilihan rekening', there)
})

test('connecting a bank asks only for its account, and continues with the phone', async () => {
  await choose('BCA')
  await owner.sees('HP Android yang menerima notifikasi BCA', there)
  await owner.say(String(randomInt(1e9, 9e9)), there)
  const shown = await owner.sees('HP belum pernah melapor', there)
  expect(buttonsOf(shown).map(({ text }) => text)).toContain('📱 Pasang di HP')
  expect(textOf(shown)).toContain('Kirim foto QRIS-nya')
})

test('the questions about a connection are in the language of the chat', async () => {
  await owner.say('/language', there)
  await owner.press('English', there)
  await owner.say('/accounts', there)
  await owner.sees('Where does your money arrive?', there)
  await owner.press('Xendit', there)
  await owner.sees('Where is the key?', there)
  await owner.say('xnd_public_production_abcdefghij', there)
  await owner.sees('that is the public key', there)
  await owner.press('Use the sandbox’s example', there)
  await owner.sees('What is proved', there)
})
