import { expect, test } from 'vitest'
import { checkOutsideAddress, createDoorCheck } from '../../src/lib/outside-address.ts'

const doors = ['http://localhost:3000', 'http://localhost:3000/sandbox']
const check = (address: string, allow: string[] = []) =>
  checkOutsideAddress({ field: 'callback_url', address, allow, doors })

test.each(['https://shop.example/paid', 'http://shop.example:3000/paid', 'https://93.184.216.34/'])(
  '%s may be called',
  address => {
    expect(() => check(address)).not.toThrow()
  },
)

test.each([
  ['shop.example/paid', 'absolute, http or https'],
  ['http://127.0.0.1:4000/', 'not a public one'],
  ['http://user@shop.example/', 'user or password'],
  ['ftp://shop.example/', 'http or https'],
])('%s is refused, naming the field', (address, sentence) => {
  const fields = [expect.objectContaining({ path: 'callback_url', error: expect.stringContaining(sentence) })]
  expect(() => check(address)).toThrow(expect.objectContaining({ code: 'address_refused', fields }))
})

test('an internal address may be called if allowed, but never one of this installation', () => {
  const allow = ['127.0.0.1:4000', '127.0.0.1:3000', 'localhost:3000']
  expect(() => check('http://127.0.0.1:4000/paid', allow)).not.toThrow()
  for (const host of ['127.0.0.1', 'localhost']) {
    expect(() => check(`http://${host}:3000/sandbox/clock`, allow), host).toThrow('an address of this installation')
  }
})

test('a name that led to an address of this installation is recognised', () => {
  const refuses = createDoorCheck(doors)
  expect([refuses('127.0.0.1', 3000), refuses('::1', 3000), refuses('::ffff:127.0.0.1', 3000)]).toEqual([
    true,
    true,
    true,
  ])
  expect([refuses('127.0.0.1', 3001), refuses('93.184.216.34', 3000)]).toEqual([false, false])
})
