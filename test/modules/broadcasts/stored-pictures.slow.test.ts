import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setLimits } from '../../../src/accounts/set-limits.ts'
import { setLogo } from '../../../src/goods/set-logo.ts'
import { findStorage } from '../../../src/goods/storage-room.ts'
import { storePicture } from '../../../src/goods/store-picture.ts'
import { StoredPicture } from '../../../src/goods/stored-picture.ts'
import { sharp } from '../../../src/lib/sharp.ts'
import { draftBroadcast } from '../../../src/modules/broadcasts/draft-broadcast.ts'
import { forgetPictures } from '../../../src/notices/forget-pictures.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'

let shop: TestShop
let accountId: number
let bytes: Buffer
/** The size of the stored picture in bytes. */
let size: number

const noLimits = { amountMax: null, requestsPerS: null, storageBytesMax: null, storageFilesMax: null }
const full = { code: 'storage_full' }
const botId = 900

beforeAll(async () => {
  shop = await createTestShop()
  accountId = shop.demo.accountId
  bytes = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  await shop.app.sql.write(
    `insert into bot (id, account_id, mode, username, first_name, me, sealed_token, hook_id) overriding system value
     values ($2, $1, 'test', 'kopi_bot', 'Kopi', '{}', '', 'kopi hook')`,
    [accountId, botId],
  )
  await shop.app.sql.write(
    `insert into customer (id, account_id, bot_id, telegram_user_id, chat_id, name, created_at)
     overriding system value select n, $1, $2, n, n, 'Rina', now() from generate_series(901, 904) n`,
    [accountId, botId],
  )
  await shop.app.sql.write(
    `insert into merchant_chat (account_id, chat_id, name, language, linked_at) values ($1, 7, 'Sri', 'id', now())`,
    [accountId],
  )
  await storePicture(shop.app, { accountId, kind: 'broadcast' }, { name: 'a.png', bytes })
  size = (await used()).otherBytes
})
afterAll(() => shop.close())
beforeEach(async () => {
  await setLimits(shop.app, accountId, noLimits)
  await shop.app.sql.write('delete from stored_picture')
})

const used = () => findStorage(shop.app, accountId)
/** Allows the account to store this number of copies of the picture. */
const allow = async (count: number) =>
  setLimits(shop.app, accountId, { ...noLimits, storageBytesMax: Math.ceil((await used()).bytes + count * size) })
const acting = () => ({ accountId, actor: 'a test', address: null, userId: null, role: 'owner' }) as never

const ask = (customerId: number) =>
  storePicture(shop.app, { accountId, kind: 'from_customer', customerId }, { name: 'talk.jpg', bytes })
const answer = (customerId: number) =>
  storePicture(shop.app, { accountId, kind: 'from_merchant', customerId }, { name: 'talk.jpg', bytes })
let causes = 0
const draft = () =>
  draftBroadcast(shop.app, [accountId], {
    botId,
    authorChatId: 7,
    text: 'Diskon',
    picture: bytes,
    once: `cast ${++causes}`,
  })

test('pictures of conversations and broadcasts and the logo count as used space, but not a replaced logo', async () => {
  await ask(901)
  await answer(901)
  await draft()
  await setLogo(shop.app, acting(), { name: 'logo.png', bytes })
  expect((await used()).otherBytes).toBe(4 * size)
  await setLogo(shop.app, acting(), { name: 'logo.png', bytes })
  expect((await used()).otherBytes).toBe(4 * size)
  await setLogo(shop.app, acting(), null)
  expect((await used()).otherBytes).toBe(3 * size)
})

test('an account without space left refuses pictures of any kind, and stores nothing', async () => {
  await ask(901)
  await allow(0.5)
  const before = await used()
  await expect(ask(902)).rejects.toMatchObject(full)
  await expect(answer(901)).rejects.toMatchObject(full)
  await expect(draft()).rejects.toMatchObject(full)
  await expect(setLogo(shop.app, acting(), { name: 'logo.png', bytes })).rejects.toMatchObject(full)
  expect(await used()).toEqual(before)
})

test('customers fill at most a third of the space together, and each of them a third of that', async () => {
  await allow(27)
  const tries = (customerId: number, count: number) =>
    Promise.allSettled(Array.from({ length: count }, () => ask(customerId))).then(
      all => all.filter(({ status }) => status === 'fulfilled').length,
    )
  expect(await tries(901, 5)).toBe(3)
  expect((await tries(902, 5)) + (await tries(903, 5))).toBe(6)
  expect(await tries(904, 2)).toBe(0)
  await expect(draft()).resolves.toBeGreaterThan(0)
})

test('old pictures of messages are deleted, and the next logo deletes leftovers', async () => {
  await ask(901)
  const broadcast = await draft()
  await setLogo(shop.app, acting(), { name: 'logo.png', bytes })
  await storePicture(shop.app, { accountId, kind: 'logo' }, { name: 'left.png', bytes })
  const keys = (await shop.app.em({ accountId }).find(StoredPicture, {}, { orderBy: { id: 'asc' } })).map(
    ({ storageKey }) => storageKey,
  )
  const [ofTalk, ofBroadcast, logo, left] = keys as [string, string, string, string]
  await forgetPictures(shop.app, new AbortController().signal)
  expect((await used()).otherBytes).toBe(4 * size)
  shop.advance(91 * 86_400)
  await ask(902)
  await forgetPictures(shop.app, new AbortController().signal)
  expect((await used()).otherBytes).toBe(3 * size)
  ;(await shop.app.goods.open('images', logo)).destroy()
  await setLogo(shop.app, acting(), { name: 'logo.png', bytes })
  expect((await used()).otherBytes).toBe(2 * size)
  for (const key of [ofTalk, ofBroadcast, logo, left])
    await expect(shop.app.goods.open('images', key)).rejects.toThrow()
  const [row] = await shop.app.sql.query('select storage_key from broadcast where id = $1', [broadcast])
  expect(row).toEqual({ storage_key: null })
})
