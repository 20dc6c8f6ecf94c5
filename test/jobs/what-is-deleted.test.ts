import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteOldRows } from '../../src/jobs/delete-old-rows.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { count } from '../payments/scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
  await shop.app.sql.write(
    `insert into bot (id, account_id, mode, username, first_name, me, sealed_token, hook_id)
     values (900, $1, 'test', 'old_bot', 'Old', '{}', '', 'old hook')`,
    [shop.demo.accountId],
  )
  await shop.app.sql.write(
    `insert into app_user (id, username, display_name, created_at) overriding system value values (900, 'sari', 'Sari', now())`,
  )
})

afterAll(() => shop.close())

const hourMs = 3_600_000
const hoursAgo = (hours: number) => new Date(shop.app.now().getTime() - hours * hourMs)

interface Row {
  /** `$1` is the time from which its age is counted, `$2` distinguishes it from other rows. */
  insert: string
  counted: string
}

const session = (times: string): Row => ({
  insert: `insert into session (user_id, token_hash, authenticated_at, created_at, seen_at, address, user_agent,
    expires_at, revoked_at)
    values (900, sha256($2::text::bytea), now(), now(), now(), '', '', ${times})`,
  counted: times.startsWith('$1') ? 'expires_at' : 'revoked_at',
})

const notice = (state: string): Row => ({
  insert: `insert into notice (bot_id, chat_id, kind, dedupe_key, data, state, message_id, next_at, created_at,
    ended_at)
    values (900, 1, 'test', $2, '{}', '${state}', 1, $1, $1, $1)`,
  counted: 'ended_at',
})

const update = (state: string): Row => ({
  insert: `insert into inbox (bot_id, update_id, person_id, payload, state, received_at)
    values (900, hashtext($2), 1, '{}', '${state}', $1)`,
  counted: 'received_at',
})

/** docs/operate.md, "What is deleted": the table, its default days, and an INSERT of a row. */
const deleted: [what: string, table: string, days: number, row: Row][] = [
  ['sent notices', 'notice', 90, notice('sent')],
  ['skipped notices', 'notice', 90, notice('skipped')],
  ['blocked notices', 'notice', 90, notice('blocked')],
  ['abandoned notices', 'notice', 90, notice('failed')],
  ['handled updates', 'inbox', 2, update('done')],
  ['abandoned updates', 'inbox', 2, update('dead')],
  [
    'forms',
    'form',
    7,
    {
      insert: `insert into form (bot_id, person_id, state, updated_at) values (900, hashtext($2), '{}', $1)`,
      counted: 'updated_at',
    },
  ],
  ['expired sessions', 'session', 30, session('$1, null')],
  ['ended sessions', 'session', 30, session(`now() + interval '1 day', $1`)],
  [
    'one-time codes',
    'one_time_code',
    1,
    {
      insert: `insert into one_time_code (user_id, purpose, code_hash, is_live, created_at, expires_at)
        values (900, 'sign_in', sha256($2::text::bytea), false, $1, $1)`,
      counted: 'expires_at',
    },
  ],
  ['tries', 'attempt', 1, { insert: 'insert into attempt (key, tries, until) values ($2, 1, $1)', counted: 'until' }],
  [
    'links for merchants',
    'merchant_link',
    2,
    {
      insert: `insert into merchant_link (token_hash, account_id, created_at, expires_at)
        select sha256($2::text::bytea), id, $1, $1 from account where name = 'demo'`,
      counted: 'expires_at',
    },
  ],
  [
    'ended attempts to connect',
    'connect_attempt',
    7,
    {
      insert: `insert into connect_attempt (account_id, connector, mode, label, state, sealed_state, attempts_left,
        expires_at, created_at)
        select id, 'bank', 'test', left($2, 100), 'otp', '', 3, $1, $1 from account where name = 'demo'`,
      counted: 'expires_at',
    },
  ],
  [
    "Telegram's file ids",
    'telegram_file',
    90,
    {
      insert: `insert into telegram_file (bot_id, key, file_id, created_at) values (900, $2, '', $1)`,
      counted: 'created_at',
    },
  ],
]

const forget = () => deleteOldRows(shop.app, new AbortController().signal)

async function keep({ table, row, hours }: { table: string; row: Row; hours: number }): Promise<() => Promise<number>> {
  const at = hoursAgo(hours)
  await shop.app.sql.write(row.insert, [at, `${table} of ${hours} hours ago`])
  return () => count(shop, table, `${row.counted} = '${at.toISOString()}'`)
}

test.each(deleted)('%s (%s) are deleted after %i days, and not an hour earlier', async (_, table, days, row) => {
  const old = await keep({ table, row, hours: days * 24 + 1 })
  const young = await keep({ table, row, hours: days * 24 - 1 })
  expect([await old(), await young()]).toEqual([1, 1])
  await forget()
  expect([await old(), await young()]).toEqual([0, 1])
  await shop.app.sql.write(`delete from ${table}`)
})

test.each([
  ['notice', notice('pending')],
  ['inbox', update('received')],
])('pending rows stay at any age: %s', async (table, row) => {
  const waiting = await keep({ table, row, hours: 1000 * 24 })
  await forget()
  expect(await waiting()).toBe(1)
})

test('an active session stays at any age', async () => {
  const row = session(`now() + interval '1 day', null`)
  await shop.app.sql.write(row.insert.replace('now(), now(), now()', '$1, $1, $1'), [hoursAgo(1000 * 24), 'long'])
  await forget()
  expect(await count(shop, 'session', 'revoked_at is null and expires_at > now()')).toBe(1)
})

test('the recipients of a broadcast are deleted ninety days after its end, and not while it is being sent', async () => {
  const ended = async (id: number, at: Date | null) => {
    await shop.app.sql.write(
      `insert into broadcast (id, account_id, bot_id, author_chat_id, text, state, next_at, once, created_at, ended_at)
       overriding system value select $1, account_id, id, 1, 'Kopi!', $2, $3, $5, $3, $4 from bot where id = 900`,
      [id, at ? 'done' : 'sending', hoursAgo(1000 * 24), at, `broadcast ${id}`],
    )
    await shop.app.sql.write(
      `insert into broadcast_recipient (broadcast_id, chat_id, account_id, state)
       select $1, n, account_id, 'sent' from bot, generate_series(1, 1500) n where bot.id = 900`,
      [id],
    )
  }
  await ended(901, hoursAgo(90 * 24 + 1))
  await ended(902, hoursAgo(90 * 24 - 1))
  await ended(903, null)
  await forget()
  const left = (id: number) => count(shop, 'broadcast_recipient', `broadcast_id = ${id}`)
  expect([await left(901), await left(902), await left(903)]).toEqual([0, 1500, 1500])
  expect(await count(shop, 'broadcast', 'id between 901 and 903')).toBe(3)
})

test('deliveries to endpoints are deleted after 90 days with their attempts, except for running ones', async () => {
  const { accountId } = shop.demo
  await shop.app.sql.write(
    `insert into endpoint (id, account_id, mode, sealed_address, shown_address, sealed_key, public_key, created_at)
     values ('EP-00000000000000001', $1, 'test', '', '', '', '', now())`,
    [accountId],
  )
  const tell = async (days: number, state: string, lease: string | null, by: string | null) => {
    const rows = await shop.app.sql.query<{ id: string }>(
      `insert into outward_event (id, account_id, mode, type, object, sequence, body, created_at)
       values (gen_random_uuid(), $1, 'test', 'stock.low', 'stock 1', 1, '{}', $2) returning id`,
      [accountId, hoursAgo(days * 24)],
    )
    await shop.app.sql.write(
      `with made as (
         insert into endpoint_delivery (endpoint_id, event_id, account_id, mode, type, object, sequence,
           state, lease_token, requested_by, next_at, created_at)
         values ('EP-00000000000000001', $1, $2, 'test', 'stock.low', 'stock 1', 1,
           $3, $4::uuid, $5, now(), now()) returning id)
       insert into endpoint_attempt (delivery_id, number, account_id, attempted_at, duration_ms)
       select id, 1, $2, now(), 1 from made`,
      [rows[0]!.id, accountId, state, lease, by],
    )
    return rows[0]!.id
  }
  await tell(91, 'delivered', null, null)
  await tell(91, 'paused', null, null)
  await tell(91, 'exhausted', null, 'user 1')
  const left = [await tell(89, 'delivered', null, null), await tell(91, 'pending', crypto.randomUUID(), null)]
  await deleteOldRows(shop.app, new AbortController().signal)
  const ids = await shop.app.sql.query<{ id: string }>('select id from outward_event')
  expect(ids.map(({ id }) => id).toSorted()).toEqual(left.toSorted())
  expect(await count(shop, 'endpoint_delivery')).toBe(2)
  expect(await count(shop, 'endpoint_attempt')).toBe(2)
})
