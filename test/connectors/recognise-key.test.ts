import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { connectors } from '../../src/connectors/index.ts'
import { recogniseKey } from '../../src/connectors/recognise-key.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const mixed = (length: number) =>
  `aB3${randomBytes(length).toString('base64url').replaceAll(/[-_]/g, 'x')}`.slice(0, length)
const groups = Array.from({ length: 5 }, () => hex(3).slice(0, 5)).join('-')

// Sources: Duitku's own example, `732B39FC61796845775D2C4FB05332AF` (docs.duitku.com/api/en, copy of 2021-11-09).
// tripay.co.id/developer and docs-ipaymu-api-v2 show placeholders only: the forms of Tripay (`DEV-` and 40 letters and
// digits, which live keys have without `DEV-`; a private key of five groups) are those of settings in public
// repositories. iPaymu's are a UUID in capitals, after `SANDBOX` in its sandbox and with a time in older ones
// (gusmang/ipaymu-plugins-node, README.md), and 30 signs before that (ipaymu/ipaymu-payment-v2-sample-python,
// check-transaction.py). The prefixes of Midtrans and Xendit are from issues of
// Midtrans's libraries (midtrans-nodejs-client#22) and from docs.xendit.co.
const keys: [provider: string, key: string][] = [
  ['midtrans', `SB-Mid-server-${hex(12)}`],
  ['midtrans', `Mid-server-${hex(12)}`],
  ['midtrans', `Mid-client-${hex(8)}`],
  ['xendit', `xnd_development_${hex(24)}`],
  ['xendit', `xnd_production_${hex(24)}`],
  ['xendit', `xnd_public_development_${hex(12)}`],
  ['duitku', hex(16)],
  ['tripay', `DEV-${hex(20)}`],
  ['tripay', mixed(40)],
  ['tripay', groups],
  ['ipaymu', `SANDBOX${randomUUID().toUpperCase()}`],
  ['ipaymu', randomUUID().toUpperCase()],
  ['ipaymu', `SANDBOX${randomUUID().toUpperCase()}-20220316213052`],
  ['ipaymu', `${mixed(24)}.${mixed(5)}`],
]

describe.each(keys)('a key of %s', (provider, key) => {
  test.each([
    ['alone', key],
    ['in quotes', `"${key}"`],
    ['as a header', `Authorization: Basic ${Buffer.from(`${key}:`).toString('base64')}`],
    ['as a setting', `export SERVER_KEY=${key}`],
    ['among words', `tolong pasang ${key}, ya`],
    ['on a line of its own', `kuncinya:\n  ${key}\nmakasih`],
  ])('the key is recognised %s', (_, text) => {
    expect(recogniseKey(connectors, text)).toBe(provider)
  })
})

test.each([
  'kopi susu',
  'ORD-261127-AB12CD',
  'INV-0123456789ABCDEFGHJK',
  '081234567890',
  '08123456-7890',
  '20261127-0001',
  'https://warung.example/m/kopi',
  'midtrans',
  'kunci xendit di mana?',
  randomUUID(),
  hex(20),
  hex(15),
  'https://warung.example/Menu/kopi-susu-gula-aren-2024',
  '',
])('%j is not mistaken for a key', text => {
  expect(recogniseKey(connectors, text)).toBeUndefined()
})
