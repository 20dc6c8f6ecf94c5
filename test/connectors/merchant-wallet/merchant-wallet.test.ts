import { expect, test } from 'vitest'
import { merchantWallet } from '../../../src/connectors/merchant-wallet/merchant-wallet.ts'

const { fields } = merchantWallet.connect!
const token = { access_token: 'rahasia', outlet_id: 'G77' }
const device = { os: 'android' }

test('a merchant wallet is opened by the token and the device of its app, as text or as objects', () => {
  expect(merchantWallet.form.map(({ name, kind, isOptional }) => [name, kind, isOptional])).toEqual([
    ['token', 'area', false],
    ['device', 'area', false],
  ])
  expect(fields.parse({ token: JSON.stringify(token), device: JSON.stringify(device) })).toEqual({ token, device })
  expect(fields.parse({ token, device })).toEqual({ token, device })
})

test.each([
  ['a text that is not JSON', { token: '{"a"' }, 'token'],
  ['a list', { token: '[1]' }, 'token'],
  ['no device', { device: undefined }, 'device'],
  ['more than sixteen kilobytes', { device: { os: 'x'.repeat(17_000) } }, 'device'],
])('%s is refused, naming the field', (_name, change, field) => {
  const parsed = fields.safeParse({ token, device, ...change })
  expect(parsed.error?.issues.map(({ path }) => path)).toEqual([[field]])
})
