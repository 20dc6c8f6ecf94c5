import { afterAll, beforeAll, expect, test } from 'vitest'
import { payInvoice } from '../../../orders/pay-invoice.ts'
import { openBox, openLine, openWorld, payable, switchOn, type World } from './soundbox-stand.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

test('a soundbox reports within ten seconds that it is offline, and later what it missed, once', async () => {
  const line = await openLine(world)
  await using stack = new AsyncDisposableStack()
  stack.defer(() => line.close())
  const box = stack.use(await openBox(world, { url: line.url }))
  await switchOn(box)
  const { invoiceId, words } = await payable(world, 5_000)
  line.freeze()
  const frozenAt = Date.now()
  const alarm = await box.heard('cut')
  process.stdout.write(`alarm: ${Math.round(alarm.at - frozenAt)} ms after the cut\n`)
  expect(alarm.at - frozenAt).toBeLessThan(10_000)
  expect(await box.page.locator('#state').textContent()).toBe('Sambungan terputus')
  await payInvoice(world.shop, invoiceId)
  line.thaw()
  await box.heard('paid')
  const names = (await box.played()).map(({ name }) => name)
  expect(names.slice(names.indexOf('back'))).toEqual(['back', 'missed', ...words])
  expect(await box.page.locator('#paid li').first().textContent()).toContain('terlewat')

  await box.page.reload()
  await switchOn(box)
  const next = await payable(world, 6_000)
  await payInvoice(world.shop, next.invoiceId)
  await box.heard('paid')
  expect((await box.played()).map(({ name }) => name)).toEqual(['ready', ...next.words])
})
