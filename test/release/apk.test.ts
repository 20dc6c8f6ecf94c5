import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildApk, nameApk } from '../../release/apk.ts'
import { readApk } from '../../src/connections/pairing/find-apk.ts'

const root = path.join(import.meta.dirname, '../..')
const manifest = fs.readFileSync(path.join(root, 'packages/forwarder-android/AndroidManifest.xml'), 'utf8')

test('a release without the key of the app has no app', () => {
  expect(buildApk(root, {}).size).toBe(0)
})

test("a release has the app's files that a shop offers, with the published hash", async () => {
  const apk = randomBytes(100)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-apk-'))
  for (const [name, bytes] of nameApk(manifest, apk)) fs.writeFileSync(path.join(folder, name), bytes)
  const sha256 = createHash('sha256').update(apk).digest('hex')
  expect(await readApk(folder)).toEqual({ version: '1.1.0', sha256, bytes: apk })
  fs.rmSync(folder, { recursive: true })
})

test('the image has the app in the folder where a shop looks for it', () => {
  expect(fs.readFileSync(path.join(root, 'Dockerfile'), 'utf8')).toContain('COPY apk apk\n')
  expect(fs.readFileSync(path.join(root, '.dockerignore'), 'utf8')).not.toMatch(/^apk/m)
})
