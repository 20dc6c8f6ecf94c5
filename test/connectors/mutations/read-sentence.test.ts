import { expect, test } from 'vitest'
import { readAmount } from '../../../src/connectors/mutations/amount.ts'
import type { AppSentences } from '../../../src/connectors/mutations/apps.ts'
import { readSentence } from '../../../src/connectors/mutations/read-sentence.ts'

const read = (packageName: string, text: string, title = '', own: AppSentences[] = []) =>
  readSentence({ packageName, title, text }, own)

test.each([
  ['Rp 10.017', 10_017],
  ['Rp10.017,00', 10_017],
  ['Rp. 10.017', 10_017],
  ['IDR 10,017.00', 10_017],
  ['idr 1,000,017', 1_000_017],
  ['10017', 10_017],
  ['Rp10.017.', 10_017],
  ['-Rp10.017', null],
  ['Rp -10.017', null],
  ['Rp10.17', null],
  ['Rp10.0177', null],
  ['Rp10,017,00', null],
  ['Rp10.017,50', null],
  ['USD 10.017', null],
  ['Rp10.017 atau Rp20.000', null],
  ['Rp0', null],
  ['', null],
  ['10 ribu', null],
])('the amount of "%s" is %s', (text, amount) => {
  expect(readAmount(text)).toBe(amount)
})

test.each([
  ['com.gojek.gopay', 'Kamu menerima Rp10.017 dari SITI RAHMA.', 10_017, 'SITI RAHMA'],
  ['com.gojek.gopay', 'Kamu  MENERIMA  Rp 10.017  dari Siti', 10_017, 'Siti'],
  ['id.dana', 'Pembayaran QRIS sebesar Rp25.321 telah diterima.', 25_321, null],
  ['com.bca', 'You received IDR 10,017.00 from BUDI', 10_017, 'BUDI'],
])('in %s "%s" is money', (app, text, amount, payerName) => {
  expect(read(app, text)).toMatchObject({ amount, payerName })
})

test.each([
  ['com.gojek.gopay', 'Kamu mengirim Rp10.017 ke SITI'],
  ['com.gojek.gopay', 'Diskon Rp10.017 menunggumu! Belanja sekarang'],
  ['com.gojek.gopay', 'Siti meminta Rp10.017'],
  ['com.gojek.gopay', 'Kamu menerima Rp10.017'],
  ['com.gojek.gopay', 'Kamu menerima voucher Rp10.017 dari GoFood'],
  ['com.gojek.gopay', 'Kamu menerima -Rp10.017 dari SITI'],
  ['com.gojek.gopay', 'Kamu menerima USD 10.017 dari SITI'],
  ['com.gojek.gopay', 'Pembayaran Rp10.017 dari SITI gagal'],
  ['com.whatsapp', 'Kamu menerima Rp10.017 dari SITI'],
  ['', 'Kamu menerima Rp10.017 dari SITI'],
])('in %s "%s" only looks like money', (app, text) => {
  expect(read(app, text)).toBeNull()
})

test.each([
  'Kamu menerima Rp10.017 dari SITI dibatalkan',
  'Transfer masuk Rp10.017 dari SITI gagal.',
  'Transfer masuk Rp10.017 dari SITI sedang diproses',
  'Pembayaran QRIS sebesar Rp10.017 telah diterima, namun dibatalkan oleh pembayar',
  'Pembayaran Rp10.017 dari SITI telah diterima dan dikembalikan',
  'Terima Rp10.017 dari DANA dengan mengundang teman',
  'You received IDR 10,017 from SITI is PENDING',
  'Kamu menerima Rp10.017 dari SITI? Konfirmasi sekarang',
])('"%s" begins like money and then revokes it, and a person decides', text => {
  expect(read('id.dana', text)).toMatchObject({ amount: 10_017, isDoubtful: true })
})

test('a name that contains a revoking word is only a name', () => {
  for (const name of ['TOKO BATALYON', 'PROMOSIA PUTRI', 'GAGALUH']) {
    expect(read('id.dana', `Kamu menerima Rp10.017 dari ${name}`), name).toMatchObject({ isDoubtful: false })
  }
})

test('letters that become longer in lower case do not shift the amount that is read', () => {
  const own = [{ app: 'Bank Baru', packages: ['id.baru'], sentences: ['dari {payer} sebesar {amount}'] }]
  expect(read('id.baru', 'Dari İİİ sebesar Rp510.017', '', own)).toMatchObject({ amount: 510_017, payerName: 'İİİ' })
})

test('a merchant can teach unknown sentences', () => {
  const own = [{ app: 'Bank Baru', packages: ['id.baru'], sentences: ['masuk {amount} ke rekening {any}'] }]
  expect(read('id.baru', 'Masuk Rp10.017 ke rekening 123', '', own)).toEqual({
    app: 'Bank Baru',
    amount: 10_017,
    payerName: null,
    isDoubtful: false,
  })
  expect(read('id.baru', 'Keluar Rp10.017 ke rekening 123', '', own)).toBeNull()
})

test("a chat partner's text is not money, and a person confirms money of apps in which strangers write", () => {
  const sentence = 'Kamu menerima Rp10.017 dari SITI'
  expect(read('com.gojek.app', sentence, 'Driver Budi')).toBeNull()
  expect(read('com.gojek.app', `Budi: ${sentence}`, 'GoPay')).toBeNull()
  expect(read('com.gojek.app', sentence, 'GoPay')).toMatchObject({ isDoubtful: true })
  expect(read('com.gojek.gopay', sentence, 'GoPay')).toMatchObject({ isDoubtful: false })
  const own = [{ app: 'Gojek', packages: ['com.gojek.app'], sentences: ['masuk {amount}'] }]
  expect(read('com.gojek.app', 'Masuk Rp10.017', 'Driver Budi', own)).toMatchObject({ isDoubtful: true })
})
