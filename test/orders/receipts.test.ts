import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateInvoiceId } from '../../src/lib/ids.ts'
import { createRootKey, createSeal } from '../../src/lib/seal.ts'
import { findReceiptNumber, makeReceiptToken } from '../../src/orders/receipts/receipt-token.ts'
import { shortenName } from '../../src/orders/receipts/shorten-name.ts'
import { showReceipt } from '../../src/orders/receipts/show-receipt.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

describe('the token of a receipt', () => {
  const old = createRootKey('old', new Date())
  const seal = createSeal(() => [old])
  const rotated = createSeal(() => [createRootKey('new'), old])
  const other = createSeal(() => [createRootKey('other')])
  const invoiceId = generateInvoiceId(new Date())

  test('a receipt token is 22 characters, constant, and hides the number that opens the page with the goods', () => {
    const token = makeReceiptToken(seal, invoiceId)
    expect(token).toMatch(/^[\w-]{22}$/)
    expect(makeReceiptToken(seal, invoiceId)).toBe(token)
    expect(findReceiptNumber(seal, token)).toBe(invoiceId)
    const neighbour = makeReceiptToken(seal, invoiceId.slice(0, -1) + (invoiceId.endsWith('0') ? '1' : '0'))
    const same = [...token].filter((character, at) => neighbour[at] === character)
    expect(same.length).toBeLessThan(8)
  })

  test('a receipt token opens for every possible number, including leading and trailing zeros', () => {
    const numbers = ['INV-00000000000000000000', 'INV-ZZZZZZZZZZZZZZZZZZZZ', 'ORD-000000-000000', 'ORD-999999-ZZZZZZ']
    for (let time = 0; time < 200; time++) numbers.push(generateInvoiceId(new Date()))
    for (const number of numbers) expect(findReceiptNumber(seal, makeReceiptToken(seal, number))).toBe(number)
    expect(() => makeReceiptToken(seal, 'PAY-1')).toThrow('Bug')
  })

  test('a receipt token still opens after the key was rotated, and nowhere else', () => {
    const token = makeReceiptToken(seal, invoiceId)
    expect(findReceiptNumber(rotated, token)).toBe(invoiceId)
    expect(makeReceiptToken(rotated, invoiceId)).not.toBe(token)
    expect(findReceiptNumber(other, token)).toBeNull()
  })

  test('a receipt token cannot be altered by a character, spelled differently, or invented', () => {
    const token = makeReceiptToken(seal, invoiceId)
    for (let at = 0; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      expect(findReceiptNumber(seal, changed), changed).toBeNull()
    }
    for (const made of ['', 'A', 'A'.repeat(22), '_'.repeat(22), `${token}=`, `${token}A`, `${token.slice(0, -1)}é`]) {
      expect(findReceiptNumber(seal, made), made).toBeNull()
    }
  })
})

test('a name is shortened, and phone numbers or addresses in it are removed', () => {
  const names = [
    'Siti',
    'Siti Nurhaliza',
    ' siti  binti ahmad ',
    'Ana-Maria-Magdalena Putri',
    '0812 3456 789',
    'a@b.example',
    '',
  ]
  expect(names.map(shortenName)).toEqual(['Siti', 'Siti N.', 'siti A.', 'Ana-Maria-Ma… P.', '081…', 'a@b…', ''])
})

describe('a receipt scanned at a counter', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await createTestShop()
  })
  afterAll(() => shop.close())

  test('of fifty simultaneous scans of a receipt one is the first, and the others show its time', async () => {
    const receipt = { accountId: shop.demo.accountId, number: generateInvoiceId(new Date()) }
    const answers = await Promise.all(Array.from({ length: 50 }, () => showReceipt(shop.app, receipt)))
    expect(answers.filter(({ isFirst }) => isFirst)).toHaveLength(1)
    expect(new Set(answers.map(({ firstShownAt }) => firstShownAt.getTime())).size).toBe(1)
    const first = answers[0]!.firstShownAt
    shop.advance(600)
    expect(await showReceipt(shop.app, receipt)).toEqual({ firstShownAt: first, isFirst: false })
    const elsewhere = { accountId: shop.second.accountId, number: receipt.number }
    expect((await showReceipt(shop.app, elsewhere)).isFirst).toBe(true)
  })
})
