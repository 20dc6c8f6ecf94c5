import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { deliverNotices } from '../../src/notices/deliver-notices.ts'
import { acceptMerchantLink, linkMerchant } from '../../src/notices/link-merchant.ts'
import { planMerchantNotices } from '../../src/notices/plan-notices.ts'
import { type Chats, startChats } from '../bot/chats.ts'

let chats: Chats

beforeAll(async () => {
  chats = await startChats({ screens: { shop: [], platform: [] }, isStarted: false })
})
afterAll(() => chats.close())

const sari = { chatId: 501, name: 'Sari', language: 'id' as const }
const budi = { chatId: 502, name: 'Budi', language: 'en' as const }

function tokenOf(start: string): string {
  expect(start.length).toBeLessThanOrEqual(64)
  expect(start).toMatch(/^m_[A-Za-z0-9_-]{43}$/)
  return start.slice(2)
}

async function linkedChats(): Promise<number[]> {
  const rows = await chats.app.sql.query<{ chatId: number }>(
    'select chat_id as "chatId" from merchant_chat order by chat_id',
  )
  return rows.map(row => row.chatId)
}

test('a link connects the chat of the first person who opens it, once', async () => {
  const { url, start, username } = await linkMerchant(chats.app, chats.accountId)
  expect(url).toBe(`https://t.me/${username}?start=${start}`)
  expect(username).toBe(chats.platform.username)
  const token = tokenOf(start)
  const accepted = await Promise.all([
    acceptMerchantLink(chats.app, token, sari, '1:1'),
    acceptMerchantLink(chats.app, token, budi, '1:2'),
  ])
  expect(accepted.filter(Boolean)).toEqual([{ accountId: chats.accountId, accountName: 'Warung Kopi' }])
  expect(await linkedChats()).toHaveLength(1)
})

test('the update that used a link can be handled again', async () => {
  const token = tokenOf((await linkMerchant(chats.app, chats.accountId)).start)
  expect(await acceptMerchantLink(chats.app, token, sari, '1:3')).not.toBeNull()
  expect(await acceptMerchantLink(chats.app, token, sari, '1:3')).not.toBeNull()
  expect(await acceptMerchantLink(chats.app, token, sari, '1:4')).toBeNull()
})

test('a link expires after ten minutes, and a guessed one never works', async () => {
  const token = tokenOf((await linkMerchant(chats.app, chats.accountId)).start)
  chats.advance(601)
  expect(await acceptMerchantLink(chats.app, token, budi, '1:5')).toBeNull()
  expect(await acceptMerchantLink(chats.app, 'x'.repeat(43), budi, '1:6')).toBeNull()
})

test('only a hash of the link is stored', async () => {
  const token = tokenOf((await linkMerchant(chats.app, chats.accountId)).start)
  const rows = await chats.app.sql.query<{ text: string }>('select merchant_link::text as text from merchant_link')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.some(row => row.text.includes(token) || row.text.includes(Buffer.from(token).toString('hex')))).toBe(
    false,
  )
})

test('without a platform bot no link is offered', async () => {
  await chats.app.sql.write(`update bot set state = 'revoked' where account_id is null`)
  await expect(linkMerchant(chats.app, chats.accountId)).rejects.toMatchObject({ code: 'unavailable' })
  await chats.app.sql.write(`update bot set state = 'active' where account_id is null`)
})

test('events are sent to every chat of the account, except for disabled kinds', async () => {
  const [one, other] = [await chats.machine.makePerson('Sari'), await chats.machine.makePerson('Budi')]
  await chats.app.sql.write('delete from merchant_chat')
  for (const person of [one, other]) {
    await chats.say(person, '/start', chats.platform)
    const token = tokenOf((await linkMerchant(chats.app, chats.accountId)).start)
    await acceptMerchantLink(chats.app, token, { ...sari, chatId: person }, `1:${person}`)
  }
  await chats.app.sql.write(`insert into notice_switch values ($1, 'merchant.order_new', false)`, [chats.accountId])
  await chats.app.transaction('installation', tx =>
    planMerchantNotices(tx, chats.app.now(), [
      { accountId: chats.accountId, kind: 'merchant.order_new', data: { orderNumber: 'ORD-1' }, key: 'ORD-1' },
      {
        accountId: chats.accountId,
        kind: 'merchant.order_short',
        data: { orderNumber: 'ORD-1', why: null },
        key: 'ORD-1',
      },
    ]),
  )
  await waitUntilFinished(deliverNotices({ ...chats.app, messenger: chats.role.messenger }, 100))
  for (const person of [one, other]) {
    expect((await chats.texts(person, chats.platform)).slice(1)).toEqual([
      'merchant.order_short {"why":null,"orderNumber":"ORD-1"}',
    ])
  }
})
