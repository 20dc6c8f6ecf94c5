import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError } from '../../../src/config.ts'
import { examineParts } from '../../../src/doctor/examine.ts'
import { closeShift } from '../../../src/modules/counter/close-shift.ts'
import { counter } from '../../../src/modules/counter/module.ts'
import { refuseOpenWork } from '../../../src/modules/refuse-open-work.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { deviceNow, openCounter } from './sales-stand.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

test('the counter cannot be switched off during a shift, and a shift left open for a day is a warning', async () => {
  const { app } = shop
  const off = [{ module: counter, isOn: false }]
  await refuseOpenWork(app, off)
  const { id, shift } = await openCounter(shop)
  const refused = refuseOpenWork(app, off)
  await expect(refused).rejects.toThrow(new ConfigError(['MODULES: counter cannot be off yet: 1 open shifts']))

  expect(await examineParts(app, ['modules'])).toEqual([])
  shop.advance(86_400)
  expect(await examineParts(app, ['modules'])).toMatchObject([{ subject: `shift ${shift}`, state: 'warning' }])

  await closeShift(app, await deviceNow(shop, id), { shift, cash: 100_000 })
  expect(await examineParts(app, ['modules'])).toEqual([])
  await refuseOpenWork(app, off)
})
