import { expect, test } from 'vitest'
import { generateToken } from '../../../src/lib/ids.ts'
import { drawCodes } from '../../../src/payments/unique-code.ts'

test('a failing test prints its drawn values', () => {
  const codes = drawCodes([...Array(1000).keys()].slice(1), 5)
  expect.fail(`drawn: ${codes} ${generateToken()} ${crypto.randomUUID()} ${Math.random()}.`)
})
