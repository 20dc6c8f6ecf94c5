import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readRupiah } from '../../src/lib/amounts/read-rupiah.js'

// How people write 25,000 rupiah in chats, on price lists and in marketplaces' exports.
test.each([
  '25000',
  '25.000',
  '25,000',
  '25 000',
  ' 25.000 ',
  'Rp25.000',
  'Rp 25.000,-',
  'Rp. 25.000.-',
  'rp\u00a025.000,00',
  'IDR 25,000.00',
  '25.000 rupiah',
  '25.000,--',
  '25000,00',
  '25rb',
  '25 RB',
  '25ribu',
  '25 rebu',
  '25k',
  '25K',
  'Rp 25rb',
  '0,025jt',
])('%s is 25,000 rupiah', text => {
  expect(readRupiah(text)).toBe(25_000)
})

test.each([
  ['1,5jt', 1_500_000],
  ['1.5 juta', 1_500_000],
  ['1,25jt', 1_250_000],
  ['1 juta 500 ribu', 1_500_000],
  ['1jt500rb', 1_500_000],
  ['12,5rb', 12_500],
  ['1.500.000', 1_500_000],
  ['0', 0],
])('%s is %d', (text, amount) => {
  expect(readRupiah(text)).toBe(amount)
})

test.each([
  '',
  'Rp',
  'rb',
  'gratis',
  '25 kopi',
  '-5000',
  '1,5',
  '25,00',
  '25.00',
  '25.000,50',
  '1.000,000',
  '1.500rb',
  '1,2345rb',
  '18rb5',
  '1e5',
  '0.500',
  '1000000000000',
  `25${' '.repeat(100)}rb${'0'.repeat(100)}`,
])('an amount is not guessed from “%s”', text => {
  expect(readRupiah(text)).toBeNaN()
})

test('only this code strips the currency from a typed amount', () => {
  const root = path.join(import.meta.dirname, '../..')
  const files = ['src', 'bot'].flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => path.join(folder, name)),
  )
  // Left out: sentences of banks, and codes, which people do not type.
  const sources = files.filter(name => /\.(ts|js)$/.test(name) && !/connectors|read-rupiah/.test(name))
  const own = sources.filter(name => /\|Rp\/gi|\(\?:rp\\\.\?\\s\?\)/i.test(readFileSync(path.join(root, name), 'utf8')))
  expect(own).toEqual([])
})
