import { expect, test } from 'vitest'
import { hasOneTimeCode } from '../../../src/connectors/mutations/one-time-code.ts'

test.each([
  '482913 adalah kode OTP GoPay kamu. JANGAN BERIKAN KODE INI KEPADA SIAPA PUN.',
  'JANGAN BERIKAN KODE OTP 482913 KEPADA SIAPA PUN',
  'Kode verifikasi DANA Anda: 4829',
  'Your verification code is 482 913',
  'G-482913 is your Google verification code.',
  'Kode otorisasi transaksi Rp50.000 Anda 48291377',
  'mTAN 482913 untuk transfer IDR 1,000,000.00',
  'Gunakan 48AB21 sebagai kode masuk Anda',
  'OTP: 009182',
])('a one-time code is recognised in: %s', text => {
  expect(hasOneTimeCode(text)).toBe(true)
})

test.each([
  'Kamu menerima Rp91.015 dari BUDI',
  'Rp 10.000,- masuk pada 26/11/2026 14:20. Jangan berikan kode OTP kepada siapa pun.',
  'Pembayaran Rp25.000 diterima, ref 123456. Waspada penipuan: bank tidak pernah meminta PIN atau OTP.',
  'Dana masuk IDR 10,017.00 dari 0812****7890. Rahasiakan OTP Anda.',
  'Kode OTP tidak pernah kami minta.',
  'Transaksi 133500000000000000 berhasil',
])('a payment is not withheld: %s', text => {
  expect(hasOneTimeCode(text)).toBe(false)
})
