import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAuditGap, recordAct } from '../../src/accounts/audit.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const note = (accountId: number | null, subject: string, detail: Record<string, unknown> = {}) =>
  shop.app.transaction('installation', tx =>
    recordAct(shop.app, tx, {
      accountId,
      actor: 'user 1',
      act: 'key.revoked',
      subject,
      detail,
      address: '203.0.113.7',
    }),
  )

test('audit entries are chained for each account, even if many are written at once', async () => {
  const { accountId } = shop.demo
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => note(accountId, `key ${at}`, { b: at, a: { z: [1], y: null } })),
  )
  await note(shop.second.accountId, 'key 1')
  await note(null, 'account 1')
  for (const chain of [accountId, shop.second.accountId, null]) expect(await findAuditGap(shop.app, chain)).toBeNull()
  const rows = await shop.app.sql.query(`select 1 from audit_entry where chain = $1 and act = 'key.revoked'`, [
    accountId,
  ])
  expect(rows).toHaveLength(20)
})

test('audit entries cannot be changed or removed, and the chain reveals forced changes', async () => {
  const { accountId } = shop.demo
  await expect(shop.app.sql.write(`update audit_entry set act = 'x'`)).rejects.toThrow('append-only')
  await expect(shop.app.sql.write('delete from audit_entry')).rejects.toThrow('append-only')
  await shop.app.sql.write('alter table audit_entry disable trigger all')
  await shop.app.sql.write(`update audit_entry set subject = 'key 99' where chain = $1 and number = 7`, [accountId])
  expect(await findAuditGap(shop.app, accountId)).toBe(7)
  await shop.app.sql.write('delete from audit_entry where chain = $1 and number = 3', [accountId])
  expect(await findAuditGap(shop.app, accountId)).toBe(3)
  expect(await findAuditGap(shop.app, shop.second.accountId)).toBeNull()
})
