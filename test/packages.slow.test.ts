import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conversions } from '../packages/qris/test/vectors.ts'
import { packPackage } from './kit/pack-package.ts'

// The packages that the shop imports by path, used as others use them: packed, installed in an empty folder, and called
// as their READMEs describe.

const run = promisify(execFile)
let folder: string

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-packed-'))
  fs.chmodSync(folder, 0o711)
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const files: string[] = []
  for (const name of ['qris', 'embedded-postgres']) {
    files.push(`./${await packPackage(path.join(import.meta.dirname, '../packages', name), folder)}`)
  }
  await run('npm', ['install', ...files, '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
  })
}, 300_000)
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Runs a program in the folder, and returns the JSON that it prints. */
async function answerOf(program: string): Promise<unknown> {
  fs.writeFileSync(path.join(folder, 'program.js'), program)
  const { stdout } = await run(process.execPath, ['program.js'], { cwd: folder })
  return JSON.parse(stdout)
}

test('the packed QRIS package converts, draws and reads a code, and reports what is wrong', async () => {
  const [{ qris, nominal, expected }] = conversions as [(typeof conversions)[number]]
  const answer = await answerOf(`
    import { convertQris, decodePicture, parseQris, pictureHeader, QrisError, qrPng, qrSvg } from 'warung-qris'
    const { converted } = convertQris(${JSON.stringify(qris)}, ${nominal})
    const png = qrPng(converted)
    let code
    try {
      convertQris(converted.slice(0, -4) + '0000', ${nominal})
    } catch (error) {
      if (error instanceof QrisError) code = error.code
    }
    const { isValid, amount } = parseQris(converted)
    const texts = await decodePicture(png, 16_000_000)
    const { kind } = pictureHeader(png)
    const svg = qrSvg('1').slice(0, 4)
    console.log(JSON.stringify({ converted, isValid, amount, texts, code, kind, svg }))`)
  expect(answer).toEqual({
    converted: expected,
    isValid: true,
    amount: nominal,
    texts: [expected],
    code: 'invalid_crc',
    kind: 'png',
    svg: '<svg',
  })
})

test('the packed embedded PostgreSQL starts on a folder, responds and stops', async () => {
  const answer = await answerOf(`
    import pg from 'pg'
    import { startEmbeddedPostgres } from 'warung-embedded-postgres'
    const server = await startEmbeddedPostgres({ dir: './data/postgres' })
    const client = new pg.Client(server.connection)
    await client.connect()
    const { rows } = await client.query('select current_user, 1 + 1 as two')
    await client.end()
    await server.stop()
    console.log(JSON.stringify(rows))`)
  expect(answer).toEqual([{ current_user: 'postgres', two: 2 }])
  expect(fs.existsSync(path.join(folder, 'data/postgres/data/postmaster.pid'))).toBe(false)
})
