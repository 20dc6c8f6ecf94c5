import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readOwnVersion } from '../../src/database/version.ts'
import { examineUpgrade } from '../../src/doctor/examine-upgrade.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
}, 60_000)
afterAll(() => shop.close())

beforeEach(async () => {
  await shop.app.sql.write('delete from process')
  await shop.app.sql.write('update schema_version set version = $1', [readOwnVersion().version])
})

const beat = (holder: string, version: string | null, ago = 0) =>
  shop.app.sql.write(
    `insert into process (holder, beaten_at, steady_since, version)
     values ($1, now() - make_interval(secs => $3), now(), $2)`,
    [holder, version, ago],
  )

async function examined() {
  const { connection } = shop
  const needs = { config: { dataDir: '/tmp', databaseUrl: 'postgres://elsewhere' }, connection, sql: shop.app.sql }
  const { findings } = await examineUpgrade(needs, { backupMade: true })
  return findings
}

const warning = { subject: 'endpoints', state: 'warning', advice: expect.stringContaining('replace them') }

describe('the findings of an upgrade', () => {
  test('before an upgrade the running processes of 1.0.0 are reported, which know no endpoints', async () => {
    await shop.app.sql.write("update schema_version set version = '1.0.0'")
    await beat('a', null)
    await beat('b', null)
    const findings = await examined()
    expect(findings.at(-1)).toMatchObject({ ...warning, sentence: expect.stringContaining('2 of version 1.0.0') })
    expect(findings.map(({ subject }) => subject)).toEqual(['version', 'backup', 'work', 'endpoints'])
  })

  test('after an upgrade a process of 1.0.0 that still runs is reported', async () => {
    await beat('a', null)
    await beat('b', readOwnVersion().version)
    const findings = await examined()
    expect(findings[0]!.sentence).toContain('there is nothing to do')
    expect(findings[1]).toMatchObject({ ...warning, sentence: expect.stringMatching(/: 1 of version 1\.0\.0$/) })
  })

  test('an upgrade has no warning once all processes have this version, ignoring dead ones', async () => {
    await beat('a', readOwnVersion().version)
    await beat('b', null, 60)
    expect((await examined()).map(({ subject }) => subject)).toEqual(['version'])
  })
})
