import { afterAll, beforeAll, expect, test } from 'vitest'
import { StoredPicture } from '../../../src/goods/stored-picture.ts'
import { sharp } from '../../../src/lib/sharp.ts'
import { answerCustomer } from '../../../src/modules/talk/answer-customer.ts'
import { countOpenTalks } from '../../../src/modules/talk/count-open-talks.ts'
import { writeToMerchant } from '../../../src/modules/talk/write-to-merchant.ts'
import { forgetPictures } from '../../../src/notices/forget-pictures.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'

let shop: TestShop
let accountId: number
let bytes: Buffer
const botId = 910

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
     overriding system value select n, $1, $2, n, n, 'Rina', now() from generate_series(911, 912) n`,
    [accountId, botId],
  )
  await shop.app.sql.write(
    `insert into merchant_chat (account_id, chat_id, name, language, linked_at) values ($1, 7, 'Sri', 'id', now())`,
    [accountId],
  )
})
afterAll(() => shop.close())

const write = (customerId: number, once: string) =>
  writeToMerchant(shop.app, { accountId, mode: 'test', customerId }, { text: 'Ini', picture: bytes, once })
const storedPictures = () => shop.app.em({ accountId }).find(StoredPicture, {})
const keyOf = async (once: string) =>
  (
    await shop.app.sql.query<{ storage_key: string | null }>('select storage_key from talk_message where once = $1', [
      once,
    ])
  )[0]!.storage_key

test('the same message sent twice is one message with one picture', async () => {
  await write(911, 'twice')
  await write(911, 'twice')
  expect((await storedPictures()).map(({ storageKey }) => storageKey)).toEqual([await keyOf('twice')])
})

test('an answer that is being sent to the customer counts as open work', async () => {
  await write(911, 'asked')
  const [asked] = await shop.app.sql.query<{ id: number }>(
    "select id::int as id from talk_message where once = 'asked'",
  )
  expect(await countOpenTalks(shop.app)).toEqual({ 'messages on their way': 0 })
  const answer = { talkId: asked!.id, chatId: 7, text: 'Ada', picture: null, once: 'answered' }
  await answerCustomer(shop.app, [accountId], answer)
  expect(await countOpenTalks(shop.app)).toEqual({ 'messages on their way': 1 })
})

test('the old picture of a message is deleted, and the message stays', async () => {
  await shop.app.sql.write('delete from stored_picture')
  await write(912, 'old')
  shop.advance(91 * 86_400)
  await write(912, 'young')
  await forgetPictures(shop.app, new AbortController().signal)
  expect(await keyOf('old')).toBeNull()
  expect((await storedPictures()).map(({ storageKey }) => storageKey)).toEqual([await keyOf('young')])
})
