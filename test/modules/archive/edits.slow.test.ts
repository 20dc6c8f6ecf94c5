import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '../../../src/doctor/find-violations.ts'
import { Refusal } from '../../../src/lib/refusal.ts'
import { exportAccount } from '../../../src/modules/archive/export-account.ts'
import { importAccount } from '../../../src/modules/archive/import-account.ts'
import { everything } from '../../bot/everything.ts'
import { edit } from './edit-archive.ts'
import { filesIn, fillAccount, openInstallation } from './world.ts'

type Installation = Awaited<ReturnType<typeof openInstallation>>

const edits = Number(process.env.ARCHIVE_EDITS ?? 50)
const seed = Number(process.env.ARCHIVE_SEED ?? 20261123)
const passphrase = 'kopi susu gula aren'

let there: Installation
let here: Installation
let whole: Buffer

beforeAll(async () => {
  there = await openInstallation()
  await fillAccount(there)
  const file = path.join(there.dataDir, 'demo.tar')
  await exportAccount(there.app, { accountId: there.demo.accountId, file, passphrase })
  whole = fs.readFileSync(file)
  here = await openInstallation()
})

afterAll(async () => {
  await here?.close()
  await there?.close()
})

test(`each of ${edits} hand-edited archives is either refused without changes or read completely`, async () => {
  const draw = drawing(seed)
  let before = await everything(here.app)
  let refused = 0
  let read = 0
  for (let number = 0; number < edits; number++) {
    const { what, bytes } = edit(whole, draw)
    const file = path.join(here.dataDir, 'edited.tar')
    fs.writeFileSync(file, bytes)
    const asked = { file, name: 'kopi', ...(number % 3 === 0 && { passphrase }) }
    try {
      await importAccount(here.app, asked)
    } catch (error) {
      expect(error, `edit ${number}: ${what}`).toBeInstanceOf(Refusal)
      expect((error as Refusal).message, what).toMatch(/^(FILE|NAME|name): [^\n]{5,1200}$/)
      expect(await everything(here.app), what).toEqual(before)
      expect(filesIn(here.dataDir), what).toEqual([])
      refused++
      continue
    }
    read++
    const found = await findViolations({ ...here.app, sql: here.app.sql })
    // An edited value may be odd, but money must never be doubled.
    expect(
      found.filter(({ id }) => ['I1', 'I3', 'I15', 'I17'].includes(id)),
      what,
    ).toEqual([])
    await here.close()
    here = await openInstallation()
    before = await everything(here.app)
  }
  process.stderr.write(`${refused} were refused, ${read} were read\n`)
  expect(refused).toBeGreaterThan(edits / 2)
}, 3_600_000)

/** Returns a function that makes the same draws for the same seed. */
function drawing(from: number): (below: number) => number {
  let state = from
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
