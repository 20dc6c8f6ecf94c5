import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { listKeptVersions } from './keep-version.ts'
import { killUpgrades } from './kill-upgrades.ts'
import { replaceUnderLoad } from './replace-under-load.ts'

/*
 * `npm run -w drills upgrade`, or from other versions: `-- 1.0.0`. On a database filled by that version, under load,
 * each process is replaced by the current version, one after the other, then back, then forward again. Then upgrades of
 * it are killed halfway, WARUNG_KILLS times.
 */
const secondsOfEach = Number(process.env.WARUNG_SECONDS ?? 20)
const requestsPerS = Number(process.env.WARUNG_RATE ?? 200)
const kills = Number(process.env.WARUNG_KILLS ?? 40)

const asked = process.argv.slice(2)
const unknown = asked.filter(version => !listKeptVersions().includes(version))
if (unknown.length > 0) throw new Error(`The versions are ${listKeptVersions().join(', ')}, not ${unknown.join(', ')}`)

let isWhole = true
for (const version of asked.length > 0 ? asked : listKeptVersions().slice(-1)) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-upgrade-'))
  try {
    for await (const { what, found, problems } of drill(version, dir)) {
      process.stdout.write(`${what} ${JSON.stringify(found)}\n`)
      for (const problem of problems) process.stdout.write(`WRONG: ${problem}\n`)
      isWhole &&= problems.length === 0
    }
  } finally {
    fs.rmSync(dir, { recursive: true, force: true })
  }
}
process.exitCode = isWhole ? 0 : 1

async function* drill(version: string, dir: string) {
  const filled = await replaceUnderLoad({ version, dir, secondsOfEach, requestsPerS })
  try {
    yield { what: `${version}, replaced process by process, back and forward:`, ...filled.report }
    yield { what: `${version}, killed in the middle:`, ...(await killUpgrades(filled.server, kills, dir)) }
  } finally {
    await filled.server.stop()
  }
}
