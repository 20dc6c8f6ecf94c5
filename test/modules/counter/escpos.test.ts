import { expect, test } from 'vitest'
import { encodeEscPos } from '../../../src/modules/counter/escpos.ts'

/** Returns the printed text: the bytes without their commands, line by line. */
const linesOf = (bytes: Buffer) => bytes.toString('latin1').split('\n')

test('a printed receipt begins with a reset, and ends with a paper feed and a cut', () => {
  const bytes = encodeEscPos([])
  expect(bytes.toString('hex')).toBe('1b401b7400' + '1b6404' + '1d564200')
})

test('a printed receipt aligns an amount right in 32 characters, and breaks long words before it', () => {
  const bytes = encodeEscPos([{ row: ['Kopi susu gula aren besar sekali × 2', 'Rp\u00a036.000'] }, 'rule'])
  const [first, second, rule] = linesOf(bytes.subarray(5))
  expect(first).toBe('Kopi susu gula aren')
  expect(second).toBe('besar sekali x 2       Rp 36.000')
  expect(second).toHaveLength(32)
  expect(rule).toBe('-'.repeat(32))
})

test('a printed receipt switches off every mode it switched on, and uses letters that every printer has', () => {
  const bytes = encodeEscPos([{ text: 'Café “Ana” 漢', isCentred: true, isBold: true, isLarge: true }]).subarray(5)
  expect(bytes.toString('hex')).toContain('1b6101' + '1b4501' + '1d2111')
  expect(bytes.toString('latin1')).toContain('Cafe "Ana" ?\n')
  expect(bytes.toString('hex')).toContain('1d2100' + '1b4500' + '1b6100')
})

test('the printer draws a QR code itself: model 2, size, error correction, content, then the print command', () => {
  const address = 'https://warung.example/receipt/abc'
  const hex = encodeEscPos([{ code: address }]).toString('hex')
  const content = Buffer.from(address)
  const length = (content.length + 3).toString(16).padStart(2, '0')
  for (const command of [
    '1d286b0400' + '31413200',
    '1d286b0300' + '314305',
    '1d286b0300' + '314531',
    `1d286b${length}00` + `315030${content.toString('hex')}`,
    '1d286b0300' + '315130',
  ])
    expect(hex).toContain(command)
})
