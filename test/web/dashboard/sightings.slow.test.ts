import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConnection } from '../../../src/connections/create-connection.ts'
import { dots, forward, nativeHeaders, now, secret, transfersOf } from '../../connectors/mutations/phone.ts'
import { createVisitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { signInAs } from './members.ts'

let shop: WebShop
let connectionId: number

const amount = 91_731

beforeAll(async () => {
  shop = await createWebShop()
  const apps = ['com.gojek.gopay', 'com.gojek.gopaymerchant']
  connectionId = await createConnection(shop.app, {
    accountId: shop.demo.accountId,
    connector: 'mutations',
    mode: 'test',
    label: 'HP toko',
    credentials: { method: 'qris_user', dialect: 'native', secret, apps, account: '081299990001' },
  })
  const send = (body: object, nonce: string) =>
    forward(shop, connectionId, body, nativeHeaders(String(Number(now()) - nonce.length), secret, nonce))
  const gopay = { package_name: 'com.gojek.gopay', title: 'GoPay', text: `Kamu menerima Rp${dots(amount)} dari SITI` }
  await send(gopay, 'a')
  await send({ ...gopay, package_name: 'com.gojek.gopaymerchant', title: 'GoPay Merchant' }, 'bb')
  await send(gopay, 'ccc')
})
afterAll(() => shop.close())

test('money that was detected twice is listed, and one press splits it', async () => {
  const owner = await signInAs(shop)
  const { text } = await owner.get('/dashboard/review')
  expect(text).toContain('Terlihat dua kali: 1')
  expect(text).toContain('GoPay Merchant')
  const sighting = /name="sighting" value="(\d+)"/.exec(text)![1]!
  expect(await owner.post('/dashboard/review', { act: 'split', sighting })).toMatchObject({ status: 303 })
  expect((await owner.get('/dashboard/review')).text).not.toContain('Terlihat dua kali')
  const phone = { connectionId, account: '', accountId: 0, key: '' }
  expect((await transfersOf(shop, phone)).map(({ amount }) => amount)).toEqual([amount, amount, amount])
})

test('a possible duplicate says so, and links to the earlier transfer', async () => {
  const owner = await signInAs(shop)
  const rows = await shop.app.sql.query<{ id: number; repeats_id: number | null }>(
    'select id, repeats_id from transfer where connection_id = $1 order by id',
    [connectionId],
  )
  const repeat = rows.find(({ repeats_id }) => repeats_id !== null)!
  expect((await owner.get('/dashboard/review')).text).toContain('Mungkin terkirim dua kali')
  const { text } = await owner.get(`/dashboard/review/${repeat.id}`)
  expect(text).toContain('Mungkin terkirim dua kali')
  expect(text).toContain(`/dashboard/review/${repeat.repeats_id}`)
})

test.each(['support', 'stranger'] as const)('%s cannot split money that was detected twice', async who => {
  const visitor = who === 'support' ? await signInAs(shop, { role: 'support' }) : createVisitor(shop)
  const [row] = await shop.app.sql.query<{ id: number }>('select id from sighting where merged_by is not null limit 1')
  const answer = await visitor.post('/dashboard/review', { act: 'split', sighting: String(row!.id) })
  expect(answer.status).not.toBe(200)
  expect(answer.location ?? '').not.toContain('done=saved')
})
