import { expect, test } from 'vitest'
import { checkMadeCode } from '../../src/connectors/check-made-code.ts'
import { ConnectorError } from '../../src/connectors/connector.ts'
import { cleanKey, pastedKey } from '../../src/connectors/pasted-key.ts'
import { makeStaticCode } from '../../src/connectors/simulator/qris-code.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import { convertQris } from '../../src/qris/convert-qris.ts'

function failure(work: () => void): ConnectorError {
  try {
    work()
  } catch (error) {
    if (error instanceof ConnectorError) return error
  }
  throw new Error('no ConnectorError was thrown')
}

test('a code whose amount contains an extra fee is refused, naming the setting', () => {
  const code = convertQris(makeStaticCode('081200000000', 'Toko Melati'), 25_925).converted
  const { kind, message } = failure(() => checkMadeCode(code, 25_000, { amount: 925, setting: 'Biaya: Merchant' }))
  expect(kind).toBe('refused')
  expect(message).toContain(formatRupiah(925))
  expect(message).toContain('"Biaya: Merchant"')
})

test('a code for another amount is refused as an unexpected response', () => {
  const code = convertQris(makeStaticCode('081200000000', 'Toko Melati'), 25_925).converted
  expect(failure(() => checkMadeCode(code, 25_000)).kind).toBe('unexpected')
  expect(() => checkMadeCode(code, 25_925, { amount: 0, setting: 'Biaya: Merchant' })).not.toThrow()
})

// `curl -u key:` sends Basic base64("key:"); people copy the other forms.
test.each([
  ['Mid-server-abc', 'Mid-server-abc'],
  ['  "Mid-server-abc" ', 'Mid-server-abc'],
  ['‘Mid-server-abc’,', 'Mid-server-abc'],
  ['Mid-server-abc:', 'Mid-server-abc'],
  ['Mid-server-\n abc\u200b', 'Mid-server-abc'],
  [`Basic ${Buffer.from('Mid-server-abc:').toString('base64')}`, 'Mid-server-abc'],
  [`Authorization: Basic ${Buffer.from('Mid-server-abc:').toString('base64')}`, 'Mid-server-abc'],
  ['Basic Mid-server-abc', 'Mid-server-abc'],
  ['Bearer DEV-abc', 'DEV-abc'],
])('the key in %j is found', (pasted, key) => {
  expect(cleanKey(pasted)).toBe(key)
})

test('the kind of a wrong key is named', () => {
  const schema = pastedKey([{ kind: 'client_key', pattern: /^(?:SB-)?Mid-client-/ }])
  const [issue] = schema.safeParse(' SB-Mid-client-abc ').error!.issues
  expect(issue).toMatchObject({ params: { problem: { code: 'wrong_key', kind: 'client_key' } } })
  expect(schema.parse('Mid-server-abc')).toBe('Mid-server-abc')
  expect(schema.safeParse(' " " ').success).toBe(false)
})
