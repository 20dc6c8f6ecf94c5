import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { connectors } from '../../src/connectors/index.ts'
import { recogniseKey } from '../../src/connectors/recognise-key.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const groups = Array.from({ length: 5 }, () => hex(3).slice(0, 5)).join('-')

// The forms that the providers' own pages and plugins show: dashboard.midtrans.com, docs.xendit.co/api-keys,
// docs.duitku.com, tripay.co.id/developer, documenter.ipaymu.com.
const keys: [provider: string, key: string][] = [
  ['midtrans', `SB-Mid-server-${hex(12)}`],
  ['midtrans', `Mid-server-${hex(12)}`],
  ['midtrans', `Mid-client-${hex(8)}`],
  ['xendit', `xnd_development_${hex(24)}`],
  ['xendit', `xnd_production_${hex(24)}`],
  ['xendit', `xnd_public_development_${hex(12)}`],
  ['duitku', hex(16)],
  ['tripay', `DEV-${hex(20)}`],
  ['tripay', groups],
  ['ipaymu', `SANDBOX${randomUUID().toUpperCase()}`],
  ['ipaymu', randomUUID().toUpperCase()],
]

describe.each(keys)('a key of %s', (provider, key) => {
  test.each([
    ['alone', key],
    ['in quotes', `"${key}"`],
    ['as a header', `Authorization: Basic ${Buffer.from(`${key}:`).toString('base64')}`],
    ['as a setting', `export SERVER_KEY=${key}`],
    ['among words', `tolong pasang ${key}, ya`],
    ['on a line of its own', `kuncinya:\n  ${key}\nmakasih`],
  ])('is recognised %s', (_, text) => {
    expect(recogniseKey(connectors, text)).toBe(provider)
  })
})

test.each([
  'kopi susu',
  'ORD-261127-AB12CD',
  'INV-0123456789ABCDEFGHJK',
  '081234567890',
  'https://warung.example/m/kopi',
  'midtrans',
  'kunci xendit di mana?',
  randomUUID(),
  '',
])('%j is not taken for a key', text => {
  expect(recogniseKey(connectors, text)).toBeUndefined()
})
