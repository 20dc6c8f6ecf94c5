import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AuditEntry } from '../../src/accounts/audit-entry.ts'
import { prepareDemo, writeDemo } from '../../src/demo/demo.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop
const folder = mkdtempSync(path.join(tmpdir(), 'demo-'))

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})

test('a second start changes nothing that the audit log would tell of', async () => {
  const file = path.join(folder, 'demo.json')
  const first = await prepareDemo(shop.app, file)
  writeDemo(file, first)
  const lines = () => shop.app.em('installation').count(AuditEntry)
  const before = await lines()
  expect(before).toBeGreaterThan(0)
  expect(await prepareDemo(shop.app, file)).toEqual(first)
  expect(await lines()).toBe(before)
})
