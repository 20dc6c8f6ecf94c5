import { expect, test } from 'vitest'
import { bank } from '../../../src/connectors/bank/bank.ts'

const login = {
  host: 'api.bank.example:8443',
  username: 'toko',
  password: ' x ',
  merchant_id: '8852',
  terminal_id: 'A01',
}

test('a bank is connected with the address of its API and the login of a merchant', () => {
  expect(bank.form.map(({ name, kind }) => [name, kind])).toEqual([
    ['host', 'text'],
    ['username', 'text'],
    ['password', 'password'],
    ['merchant_id', 'text'],
    ['terminal_id', 'text'],
  ])
  expect(bank.connect!.fields.safeParse(login)).toEqual({ success: true, data: login })
})

test.each([
  ['an address instead of a host', { host: 'https://api.bank.example' }, 'host'],
  ['no password', { password: '' }, 'password'],
  ['a merchant id of 51 characters', { merchant_id: 'M'.repeat(51) }, 'merchant_id'],
  ['an empty terminal', { terminal_id: '  ' }, 'terminal_id'],
])('%s is refused, naming the field', (_name, change, field) => {
  const parsed = bank.connect!.fields.safeParse({ ...login, ...change })
  expect(parsed.error?.issues.map(({ path }) => path)).toEqual([[field]])
})
