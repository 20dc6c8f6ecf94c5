import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConnection } from '../../../src/connections/create-connection.ts'
import type { UnreadNotification } from '../../../src/connectors/unread-notification.ts'
import { deleteOldRows } from '../../../src/jobs/delete-old-rows.ts'
import { listSealedColumns, resealValues } from '../../../src/keys/reseal-values.ts'
import { listUnread } from '../../../src/money/unread/list-unread.ts'
import { storeUnread } from '../../../src/money/unread/store-unread.ts'
import { UnreadRow, unreadContext } from '../../../src/money/unread/unread-row.ts'
import { Notice } from '../../../src/notices/notice.ts'
import { createAccount } from '../../../src/people/create-account.ts'
import { forward, secret } from '../../connectors/mutations/phone.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
  await shop.app.sql.write(
    `insert into bot (id, mode, username, first_name, me, sealed_token, hook_id)
     values (7, 'live', 'platform_bot', 'Warung', '{}', 'x', 'h')`,
  )
})
afterAll(() => shop.close())

interface Phone {
  connectionId: number
  accountId: number
}

async function connectPhone(): Promise<Phone> {
  const name = `unread${++phones}`
  const { id: accountId } = await createAccount(shop.app, { name, isVerified: true, plan: 'premium' })
  const connectionId = await createConnection(shop.app, {
    accountId,
    connector: 'mutations',
    mode: 'test',
    label: 'Phone',
    credentials: {
      method: 'wallet_direct',
      dialect: 'native',
      secret,
      apps: ['id.dana'],
      account: `0812${1e6 + phones}`,
    },
  })
  await shop.app.sql.write(
    `insert into merchant_chat (account_id, chat_id, name, language, linked_at) values ($1, $2, 'Siti', 'id', now())`,
    [accountId, 7_000 + phones],
  )
  return { accountId, connectionId }
}

let phones = 0

const unreadOf = (more: Partial<UnreadNotification> = {}): UnreadNotification => ({
  reference: `R-${++references}`,
  packageName: 'id.dana',
  isChosen: true,
  title: 'Pembayaran Masuk',
  text: 'Rp29.000 sudah sampai ya, Kak.',
  isWithheld: false,
  amount: null,
  occurredAt: null,
  reason: 'sentence',
  ...more,
})

let references = 0

const rowsOf = ({ connectionId }: Phone) =>
  shop.app.em('installation').find(UnreadRow, { connection: connectionId }, { orderBy: { id: 'asc' } })
const noticesOf = ({ accountId }: Phone) =>
  shop.app.em({ accountId, mode: 'both' }).find(Notice, { kind: 'merchant.connection_flooded' })
const many = (count: number, more: Partial<UnreadNotification> = {}) =>
  Array.from({ length: count }, () => unreadOf(more))

test('an app that was not chosen has ten rows a day, and every notification is counted', async () => {
  const phone = await connectPhone()
  const chatter = (count: number, packageName: string) =>
    storeUnread(shop.app, phone, many(count, { isChosen: false, packageName, reason: 'not_chosen' }))
  await chatter(1_000, 'com.whatsapp')
  for (let push = 0; push < 30; push++) await chatter(1, 'com.whatsapp')
  await Promise.all(Array.from({ length: 20 }, () => chatter(2, 'com.instagram.android')))
  expect(await rowsOf(phone)).toHaveLength(20)
  shop.advance(86_400)
  await chatter(12, 'com.whatsapp')
  expect(await rowsOf(phone)).toHaveLength(30)
  const { otherApps, count } = await listUnread(shop.app, phone.accountId, phone.connectionId)
  expect([count, otherApps]).toEqual([
    0,
    [
      { packageName: 'com.whatsapp', count: 1_042 },
      { packageName: 'com.instagram.android', count: 40 },
    ],
  ])
})

test('of a thousand apps that were not chosen two hundred are named, and all are counted', async () => {
  const phone = await connectPhone()
  for (let part = 0; part < 4; part++) {
    const apps = Array.from({ length: 250 }, (_, at) => `app.n${part * 250 + at}`)
    const sent = apps.map(packageName => unreadOf({ isChosen: false, packageName, reason: 'not_chosen' }))
    await storeUnread(shop.app, phone, sent)
  }
  const rows = await rowsOf(phone)
  expect(rows).toHaveLength(210)
  expect(rows.reduce((sum, { more }) => sum + 1 + more, 0)).toBe(1_000)
})

test('a flood from a chosen app is merged if it has no amounts, and all amounts are kept', async () => {
  const phone = await connectPhone()
  await storeUnread(shop.app, phone, many(200))
  await storeUnread(shop.app, phone, many(300))
  await storeUnread(shop.app, phone, many(30, { amount: 17_000 }))
  const rows = await rowsOf(phone)
  expect(rows).toHaveLength(200 + 10 + 30)
  expect(rows.filter(({ amount }) => amount === 17_000)).toHaveLength(30)
  const { count, overLimit } = await listUnread(shop.app, phone.accountId, phone.connectionId)
  expect({ count, overLimit }).toEqual({ count: 530, overLimit: 330 })
})

describe('an unreadable notification', () => {
  test('an unreadable notification is stored with its text encrypted', async () => {
    const phone = await connectPhone()
    await storeUnread(shop.app, phone, [unreadOf({ amount: 29_000 })])
    const [row] = await rowsOf(phone)
    expect(row).toMatchObject({ packageName: 'id.dana', isChosen: true, amount: 29_000, isOverLimit: false })
    expect(JSON.stringify(row)).not.toContain('Kak')
    expect(JSON.parse(shop.app.seal.open(row!.sealedContent!, unreadContext(row!)))).toEqual({
      title: 'Pembayaran Masuk',
      text: 'Rp29.000 sudah sampai ya, Kak.',
    })
  })

  test('an unreadable notification is stored once, even if it is sent repeatedly, alone or among others', async () => {
    const phone = await connectPhone()
    const one = unreadOf()
    await storeUnread(shop.app, phone, [one, one])
    await Promise.all([1, 2, 3].map(() => storeUnread(shop.app, phone, [unreadOf(), one])))
    expect(await rowsOf(phone)).toHaveLength(4)
  })

  test('an unreadable notification is refused while it cannot be stored, so that its forwarder retries', async () => {
    const phone = await connectPhone()
    const body = { event_id: 'E-1', package_name: 'id.dana', title: 'DANA', text: 'Asyik, saldo bisnismu bertambah.' }
    const cannotSeal = {
      ...shop.app.seal,
      seal: () => {
        throw new Error('the key is gone')
      },
    }
    const broken = { ...shop, app: { ...shop.app, seal: cannotSeal } }
    expect(await forward(broken, phone.connectionId, body)).toMatchObject({ status: 503 })
    expect(await rowsOf(phone)).toHaveLength(0)
    for (let time = 0; time < 2; time++) {
      expect(await forward(shop, phone.connectionId, body)).toMatchObject({ status: 200 })
    }
    expect(await rowsOf(phone)).toMatchObject([{ packageName: 'id.dana', isChosen: true, reason: 'sentence' }])
  })

  test('an unreadable notification of an app that was not chosen is stored without its text', async () => {
    const phone = await connectPhone()
    const words = { title: 'Budi', text: 'nanti malam ya', amount: 5_000, occurredAt: new Date() }
    await storeUnread(shop.app, phone, [
      unreadOf({ isChosen: false, packageName: 'com.whatsapp', reason: 'not_chosen', ...words }),
    ])
    expect(await rowsOf(phone)).toMatchObject([
      { packageName: 'com.whatsapp', isChosen: false, sealedContent: null, amount: null, occurredAt: null },
    ])
  })

  test('an unreadable notification is deleted after seven days', async () => {
    const phone = await connectPhone()
    await storeUnread(shop.app, phone, [unreadOf()])
    shop.advance(7 * 86_400 - 60)
    await deleteOldRows(shop.app, new AbortController().signal)
    expect(await rowsOf(phone)).toHaveLength(1)
    shop.advance(120)
    await deleteOldRows(shop.app, new AbortController().signal)
    expect(await rowsOf(phone)).toHaveLength(0)
  })

  test('an unreadable notification is encrypted again when the key is rotated', async () => {
    const phone = await connectPhone()
    await storeUnread(shop.app, phone, [unreadOf()])
    const [row] = await rowsOf(phone)
    const column = listSealedColumns(shop.app).find(({ table }) => table === 'unread_notification')!
    expect(column.contextOf({ ...row })).toBe(unreadContext(row!))
    expect(await resealValues(shop.app, 10)).toBe('nothing')
  })
})

describe('more than 200 unreadable notifications within an hour', () => {
  test('beyond 200 an hour notifications lose their text, are all counted, and alert the merchant once', async () => {
    const phone = await connectPhone()
    for (let batch = 0; batch < 4; batch++) await storeUnread(shop.app, phone, many(60, { amount: 1_000 + batch }))
    const rows = await rowsOf(phone)
    expect(rows).toHaveLength(240)
    expect(rows.filter(({ sealedContent }) => sealedContent !== null)).toHaveLength(200)
    const over = rows.filter(({ isOverLimit }) => isOverLimit)
    expect(over).toHaveLength(40)
    expect(over[0]).toMatchObject({ packageName: 'id.dana', amount: 1_003, sealedContent: null })
    await storeUnread(shop.app, phone, many(3))
    expect(await noticesOf(phone)).toMatchObject([{ data: { connectionId: phone.connectionId, perHour: 200 } }])
  })

  test('an hour later texts are stored again, and a flood on the next day is a new one', async () => {
    const phone = await connectPhone()
    await storeUnread(shop.app, phone, many(201))
    shop.advance(3_601)
    await storeUnread(shop.app, phone, many(201))
    expect((await rowsOf(phone)).filter(({ isOverLimit }) => isOverLimit)).toHaveLength(2)
    expect(await noticesOf(phone)).toHaveLength(1)
    shop.advance(2 * 86_400)
    await storeUnread(shop.app, phone, many(201))
    expect(await noticesOf(phone)).toHaveLength(2)
  })

  test('the limit of 200 texts an hour is exact even if notifications arrive in parallel', async () => {
    const phone = await connectPhone()
    await storeUnread(shop.app, phone, many(190))
    await Promise.all(many(20).map(one => storeUnread(shop.app, phone, [one])))
    const rows = await rowsOf(phone)
    expect(rows).toHaveLength(210)
    expect(rows.filter(({ isOverLimit }) => isOverLimit)).toHaveLength(10)
    expect(await noticesOf(phone)).toHaveLength(1)
  })

  test('the hourly limit of 200 does not count apps that were not chosen', async () => {
    const phone = await connectPhone()
    await storeUnread(shop.app, phone, many(250, { isChosen: false, packageName: 'com.whatsapp' }))
    await storeUnread(shop.app, phone, [unreadOf()])
    const rows = await rowsOf(phone)
    expect(rows).toHaveLength(11)
    expect(rows.filter(({ isOverLimit }) => isOverLimit)).toHaveLength(0)
    expect(await noticesOf(phone)).toHaveLength(0)
  })
})
