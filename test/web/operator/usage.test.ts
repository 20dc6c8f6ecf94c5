import { afterAll, beforeAll, expect, test } from 'vitest'
import { statusCommands } from '../../../src/commands/status-commands.ts'
import { ProductImage } from '../../../src/goods/product-image.ts'
import { readUsage } from '../../../src/payments/statistics/account-usage.ts'
import { PaymentDay } from '../../../src/payments/statistics/payment-day.ts'
import { createUser } from '../../../src/people/create-user.ts'
import { createVisitor, type Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let shop: WebShop
let operator: Visitor

beforeAll(async () => {
  shop = await createWebShop()
  const password = 'kopi susu gula aren'
  await createUser(shop.app, { username: 'pengelola', password, isOperator: true })
  operator = createVisitor(shop)
  await operator.post('/operator/sign-in', { act: 'in', username: 'pengelola', password })
  const em = shop.app.em('installation')
  const today = shop.app.calendar.formatDay(shop.app.now())
  const paid = {
    paymentMethod: 'qris',
    paidVia: 'qris',
    total: 1,
    pending: 0,
    paid: 1,
    expired: 0,
    cancelled: 0,
  } as const
  const day = { ...paid, mode: 'live', uniqueCodes: 0 } as const
  await em.insertMany(PaymentDay, [
    { ...day, account: shop.second.accountId, day: today, revenue: 750_000 },
    { ...day, account: shop.demo.accountId, day: '2020-01-05', revenue: 9_000_000 },
  ])
  await em.insert(ProductImage, {
    account: shop.demo.accountId,
    originalName: 'teh.png',
    sourceHash: Buffer.alloc(32),
    width: 4,
    height: 3,
    storageKey: 'x'.repeat(22),
    mimeType: 'image/webp',
    fileSize: 5_000_000,
    createdAt: shop.app.now(),
  } as never)
})
afterAll(() => shop.close())

test('the usage of an account is its revenue of thirty days, its last active day and its disk space', async () => {
  const { of, sorted } = await readUsage(shop.app)
  const today = shop.app.calendar.formatDay(shop.app.now())
  expect(of(shop.second.accountId)).toMatchObject({ volume: 750_000, lastDay: today })
  expect(of(shop.demo.accountId)).toMatchObject({ volume: 0, lastDay: '2020-01-05', disk: 5_000_000 })
  expect(sorted('volume')[0]).toBe(shop.second.accountId)
  expect(sorted('last')[0]).toBe(shop.second.accountId)
  expect(sorted('disk')[0]).toBe(shop.demo.accountId)
})

test('the list of accounts shows their usage, sorted as requested, or as usual for an unknown order', async () => {
  const places = async (sort: string) => {
    const { text } = await operator.get(`/operator/accounts?sort=${sort}`)
    expect(text).toContain('Rp\u00a0750.000')
    return [shop.second, shop.demo].map(({ accountId }) => text.indexOf(`/operator/accounts/${accountId}"`))
  }
  const [bySecond, byDemo] = await places('volume')
  expect(bySecond).toBeLessThan(byDemo!)
  const [diskSecond, diskDemo] = await places('disk')
  expect(diskDemo).toBeLessThan(diskSecond!)
  expect((await operator.get('/operator/accounts?sort=nama')).status).toBe(200)
})

test('warung status fits on one screen, and exits with 1 if no jobs run', async () => {
  const { lines, exitCode } = await statusCommands.status.run(shop.app, { words: [], options: {} })
  expect(lines.length).toBeLessThan(25)
  expect(lines.join('\n')).toContain('7 days Rp\u00a0750.000')
  expect([lines[1], exitCode]).toEqual([expect.stringContaining('STAND STILL'), 1])
  const json = await statusCommands.status.run(shop.app, { words: [], options: { json: true } })
  expect(JSON.parse(json.lines[0]!)).toMatchObject({ is_wrong: true, money: { week: 750_000 }, trouble: {} })
})
