import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../src/lib/log.ts'
import { deliver } from '../callbacks/receiver.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create, detect, send } from '../payments/scenario.ts'

let shop: TestShop
let lines: [level: string, fields: Record<string, unknown>, message: string][] = []

beforeAll(async () => {
  const level = (name: string) => (fields: unknown, message: string) =>
    void lines.push([name, fields as Record<string, unknown>, message])
  const log = { ...silentLog, info: level('info'), warn: level('warn'), error: level('error') } as typeof silentLog
  shop = await createTestShop({ log })
})
afterAll(() => shop.close())
beforeEach(() => {
  lines = []
})

const fault = (connector: string, operation: string, mode: string) =>
  shop.sandbox('/faults', { connector, operation, mode })
const logged = (about: string) =>
  lines.filter(([, , message]) => message === about).map(([level, fields]) => [level, fields])
const connectionOf = async (connector: string) => {
  const [row] = await shop.app.sql.query<{ id: number }>(
    `select c.id from connection c join account o on o.id = c.account_id
     where c.connector = $1 and c.mode = 'test' and c.is_active and (c.account_id = $2 or o.is_operator)
     order by c.account_id = $2 desc limit 1`,
    [connector, shop.demo.accountId],
  )
  return row!.id
}

describe('failures are logged with their subject and cause:', () => {
  test('a code that its provider failed to make is logged with the cause', async () => {
    await fault('interactive', 'charge', 'error')
    const { invoice_id } = await create(shop, { payment_method: 'qris' })
    await shop.work()
    const connection = await connectionOf('interactive')
    const [asked] = await shop.app.sql.query(
      'select reference, state, last_error_kind as kind from charge where invoice_id = $1',
      [invoice_id],
    )
    // The provider may have created the code, so it is requested again with the same reference.
    expect(asked).toEqual({ reference: `${invoice_id}-1`, state: 'waiting', kind: 'unreachable' })
    expect(logged('no code was made')).toEqual([
      ['warn', { invoice_id, connection, kind: 'unreachable', error: expect.stringContaining('500') }],
    ])
  })

  test('a list of transfers that could not be read is logged with the cause', async () => {
    await fault('wallet', 'list', 'error')
    await create(shop)
    await detect(shop)
    const connection = await connectionOf('wallet')
    const why = { connection, kind: 'unreachable', error: expect.stringContaining('500') }
    expect(logged('incoming transfers could not be read')).toContainEqual(['warn', why])
    await fault('wallet', 'list', 'off')
  })

  test('a callback that failed is logged, and so is one that was delivered', async () => {
    await shop.sandbox('/receiver/answers', { status: 503, count: 1 })
    const { invoice_id } = await create(shop, { callback_url: `${shop.sandboxUrl}/receiver` })
    shop.advance(60)
    await send(shop, { invoice_id })
    await detect(shop)
    await deliver(shop)
    const first = { invoice_id, attempt: 1, status: 503, state: 'pending', marked: true }
    expect(logged('callback not delivered')).toEqual([['warn', { ...first, error: 'the receiver answered 503' }]])
    shop.advance(3600)
    await deliver(shop)
    expect(logged('callback delivered')).toEqual([
      ['info', { invoice_id, attempt: 2, status: 200, state: 'delivered', marked: true }],
    ])
  })
})
