import { expect, test } from 'vitest'
import { wasDiskFull } from '../../src/lib/disk-full.ts'
import { createTestShop } from '../kit/app.ts'

test('a full disk is reported by its name, and remembered for /readyz', async () => {
  const shop = await createTestShop()
  // PostgreSQL's own error is simulated while a payment is being written.
  await shop.app.sql.write(`create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  await shop.app.sql.write(
    'create trigger full_disk before insert on payment for each row execute function full_disk()',
  )
  expect(wasDiskFull()).toBe(false)
  const refused = await shop.api('/create-payment', { body: { amount: 10_000, payment_method: 'wallet_direct' } })
  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject({ code: 'unavailable', error: expect.stringContaining('disk') })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(wasDiskFull()).toBe(true)

  await shop.app.sql.write('drop trigger full_disk on payment')
  const created = await shop.api('/create-payment', { body: { amount: 10_000, payment_method: 'wallet_direct' } })
  expect(created.status).toBe(200)
  await shop.close()
})
