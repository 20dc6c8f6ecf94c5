import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NoticeReader } from '../../../bot/notices/notice-view.ts'
import { readLanguage } from '../../../bot/people/person.ts'
import type { Message } from '../../../bot/telegram/message.ts'
import { texts } from '../../../bot/texts/texts.ts'
import { waitUntilFinished } from '../../../src/lib/started.ts'
import { draftBroadcast } from '../../../src/modules/broadcasts/draft-broadcast.ts'
import { findBroadcast } from '../../../src/modules/broadcasts/find-broadcast.ts'
import { sendBroadcasts } from '../../../src/modules/broadcasts/send-broadcasts.ts'
import { startBroadcast } from '../../../src/modules/broadcasts/start-broadcast.ts'
import { Bot } from '../../../src/notices/bot.ts'
import type { Messenger } from '../../../src/notices/messenger.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { noticeViews } from '../../kit/parts.ts'

const size = 300
const botId = 77
let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
  await shop.app.sql.write(
    `insert into bot (id, account_id, mode, username, first_name, me, sealed_token, hook_id)
     values ($1, $2, 'test', 'shop_bot', 'Shop', '{}', '', 'shop'),
       (78, null, 'live', 'platform_bot', 'Warung', '{}', '', 'platform')`,
    [botId, shop.demo.accountId],
  )
  await shop.app.sql.write(
    `insert into customer (account_id, bot_id, telegram_user_id, chat_id, name, language, created_at)
     select $1, $2, n, n, 'Budi', case when n % 3 = 0 then 'en' else 'id' end, $4
       from generate_series(1, $3::integer) as n`,
    [shop.demo.accountId, botId, size, shop.app.now()],
  )
})
afterAll(() => shop.close())

test(`${size} messages of a broadcast have its text unchanged, each reader's own opt-out, and are sent once`, async () => {
  const said = new Map<number, string[]>()
  const bot = await shop.app.em('installation').findOneOrFail(Bot, botId)
  const messenger: Messenger = {
    async deliver({ chatId, accountId, kind, data, edited }) {
      expect(kind).toBe('customer.broadcast')
      const language = await readLanguage(shop.app, bot, chatId)
      const reader: NoticeReader = { app: shop.app, bot, chatId, accountId, language, t: texts[language], edited }
      const message = (await noticeViews['customer.broadcast']!(reader, data as { broadcastId: number })) as Message
      said.set(chatId, [...(said.get(chatId) ?? []), String(message.text)])
      return { is: 'sent', message: { messageId: chatId, form: 'text' } }
    },
  }
  const accounts = [shop.demo.accountId]
  const draft = {
    botId,
    authorChatId: 9,
    text: 'Diskon <b>20%</b> & "gratis"\n{name} $1 %s 😀',
    picture: null,
    once: 'one',
  }
  const broadcastId = await draftBroadcast(shop.app, accounts, draft)
  await startBroadcast(shop.app, accounts, { broadcastId, segment: 'all' })
  for (let second = 0; second < 20; second++) {
    await waitUntilFinished(sendBroadcasts({ ...shop.app, messenger }, 5))
    shop.advance(1)
  }
  expect((await findBroadcast(shop.app, accounts, broadcastId))!.counts).toMatchObject({ sent: size, total: size })
  expect(said.size).toBe(size)
  const words = 'Diskon &lt;b&gt;20%&lt;/b&gt; &amp; &quot;gratis&quot;\n{name} $1 %s 😀'
  for (const [chatId, messages] of said) {
    const wayOut = chatId % 3 === 0 ? 'No more promotions? /stop' : 'Tidak mau promo lagi? /stop'
    expect(messages, `chat ${chatId}`).toHaveLength(1)
    expect(messages[0]!.startsWith(words), messages[0]).toBe(true)
    expect(
      messages[0]!
        .slice(words.length)
        .replace(/<[^>]+>/g, '')
        .trim(),
    ).toBe(wayOut)
  }
})
