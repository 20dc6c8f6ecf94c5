import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { createConnection } from '../../../src/connections/create-connection.ts'
import { linkMerchant } from '../../../src/notices/link-merchant.ts'
import { changeMember } from '../../../src/people/change-member.ts'
import { createUser } from '../../../src/people/create-user.ts'
import { type Customer, openStore, type Store } from '../../bot/store.ts'
import { secret } from '../../connectors/mutations/phone.ts'

let store: Store
let owner: Customer
let there: { bot: string }

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
    credentials: { method: 'wallet_direct', dialect: 'native', secret, apps: ['com.bca'], account },
  })
}, 60_000)
afterAll(async () => await store?.close())

const send = (name: string, content: string | Buffer, from = owner.id) =>
  store.control('messages', {
    bot: store.platform,
    from,
    document: { name, base64: Buffer.from(content).toString('base64') },
  })
const day = () => store.shop.app.calendar.formatDay(new Date()).split('-').toReversed().join('/')
const listOf = (rows: string[]) => ['Tanggal;Keterangan;Jumlah;DB/CR;Saldo', ...rows].join('\n')
const transfers = (amount: number) =>
  store.shop.app.sql.query<{ state: string }>('select state from transfer where amount = $1', [amount])

test('a bank list sent as a file is previewed first, confirmed twice, and then matched', async () => {
  const amount = randomInt(3_000_000, 4_000_000)
  await send('mutasi.csv', listOf([`${day()};TRSF CR SITI;${amount};CR;${9_000_000 + amount}`]))
  await owner.press('HP kasir', there)
  await owner.sees(/Mutasi HP kasir[\s\S]*Belum pernah dilaporkan: 1/, there)
  await owner.press('Cocokkan', there)
  await owner.sees('Yakin?', there)
  expect(await transfers(amount)).toEqual([])
  await owner.press('Ya, cocokkan', there)
  await owner.sees('Selesai. Lunas: 0. Perlu diperiksa: 1.', there)
  expect(await transfers(amount)).toEqual([{ state: 'review' }])
})

test('an edited bank list is reported with its line, and cannot be accepted', async () => {
  const amount = randomInt(4_000_000, 5_000_000)
  await send('mutasi.csv', listOf([`${day()};CR A;${amount};CR;${amount}`, `${day()};CR B;5;CR;${amount}`]))
  await owner.press('HP kasir', there)
  const shown = await owner.sees('Saldo di baris 3 tidak cocok', there)
  expect(JSON.stringify(shown.reply_markup)).not.toContain('takelist')
})

test.each([
  ['foto.heic', 'not a list', 'File ini tidak bisa dibaca', false],
  ['mutasi.csv', 'a,b\n1,2\n', 'Tunjukkan kolomnya', true],
  ['mutasi.pdf', '%PDF-1.4 broken', 'bukan CSV, Excel, atau PDF yang utuh', true],
  ['mutasi.csv', Buffer.alloc(5 * 1024 * 1024 + 1, 'x'), 'lebih dari 5 MB', false],
])('%s that is not a bank list is answered with a sentence (%#)', async (name, content, sentence, isOfAKind) => {
  await send(name, content)
  if (isOfAKind) await owner.press('HP kasir', there)
  await owner.sees(sentence, there)
})

test('a member who is neither owner nor finance can neither send a list nor match a displayed one', async () => {
  const { app, demo } = store.shop
  const member = { accountId: demo.accountId, role: 'finance' as const }
  const password = 'roti bakar keju susu'
  const { id: userId } = await createUser(app, { username: `dewi${randomInt(1e6)}`, password, member })
  const { start } = await linkMerchant(app, demo.accountId, userId)
  const dewi = await store.person({ first_name: 'Dewi' })
  await dewi.say(`/start ${start}`, there)
  await dewi.sees('terhubung dengan', there)
  const amount = randomInt(5_000_000, 6_000_000)
  const list = listOf([`${day()};TRSF CR SITI;${amount};CR;${9_000_000 + amount}`])
  await send('mutasi.csv', list, dewi.id)
  await dewi.press('HP kasir', there)
  await dewi.press('Cocokkan', there)
  const sure = await dewi.sees('Yakin?', there)

  await changeMember(app, demo.accountId, { userId, role: 'support' }, commandActor)
  await dewi.pressOn(sure, 'Ya, cocokkan', there)
  await send('mutasi.csv', list, dewi.id)
  await dewi.sees('Daftar mutasi hanya boleh dikirim oleh pemilik atau bagian keuangan.', there)
  expect(await transfers(amount)).toEqual([])
})
