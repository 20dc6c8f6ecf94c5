import { describe, expect, test } from 'vitest'
import { readSentence } from '../../../src/connectors/mutations/read-sentence.ts'
import { drawSentence } from '../../../src/connectors/mutations/taught/draw-sentence.ts'
import type { TaughtRule } from '../../../src/connectors/taught-sentence.ts'

// Written after the screening's word lists, in the style of real apps: the lists must not be tuned on these texts.

interface Words {
  amount: string
  payer: string
}
const first = { amount: '61.093', payer: 'Budi Santoso' }
const next = { amount: '248.571', payer: 'Dewi Lestari' }

/** Wordings that an app might use after its next update. */
const reworded: [packageName: string, title: string, text: (said: Words) => string][] = [
  ['com.gojek.gopaymerchant', 'Ada pembayaran masuk!', w => `Rp${w.amount} dari QRIS sudah masuk ke saldo tokomu.`],
  ['com.gojek.gopaymerchant', 'QRIS diterima', w => `Pembayaran Rp ${w.amount} berhasil kamu terima hari ini.`],
  ['com.gojek.gopay', 'GoPay', w => `${w.payer} baru aja transfer Rp${w.amount} ke GoPay kamu`],
  ['com.gojek.gopay', 'Saldo nambah', w => `GoPay-mu nambah Rp${w.amount} dari ${w.payer}.`],
  ['id.dana', 'DANA Masuk', w => `Asyik, ${w.payer} kirim uang Rp${w.amount} ke kamu!`],
  ['id.dana', 'DANA Bisnis', w => `Rp${w.amount} sudah diterima dari pelanggan lewat QRIS.`],
  ['id.dana', 'Uang masuk', w => `Kamu telah menerima uang sejumlah Rp${w.amount} dari ${w.payer}`],
  ['com.shopeepay.merchant.id', 'ShopeePay', w => `Transaksi QRIS Rp${w.amount} telah berhasil diterima tokomu.`],
  ['com.shopeepay.id', 'ShopeePay Masuk', w => `Kamu menerima transfer Rp${w.amount} dari ${w.payer}.`],
  ['ovo.id', 'OVO', w => `Hai, OVO Cash kamu bertambah Rp${w.amount} dari ${w.payer}`],
  ['ovo.id', 'Transfer Masuk', w => `Rp ${w.amount} masuk ke OVO Cash. Pengirim: ${w.payer}`],
  ['com.telkom.mwallet', 'LinkAja', w => `Saldo LinkAja bertambah Rp${w.amount} dari ${w.payer}.`],
  ['com.bca', 'BCA mobile', w => `Dana masuk sebesar IDR ${w.amount} dari ${w.payer} ke rekening Anda.`],
  ['com.bca.mybca.omni.android', 'Notifikasi Transaksi', w => `Uang masuk Rp ${w.amount},00 dari ${w.payer}`],
  ['com.bca.msb', 'Merchant BCA', w => `Pembayaran QRIS Rp ${w.amount} diterima dari nasabah.`],
  ['id.bmri.livin', "Livin' by Mandiri", w => `Anda menerima dana Rp ${w.amount},00 dari ${w.payer}.`],
  ['id.bmri.livin', 'Dana Masuk', w => `Rp ${w.amount} telah masuk ke rekening Anda dari ${w.payer}`],
  ['id.co.bri.brimo', 'BRImo', w => `Transfer masuk dari ${w.payer} senilai Rp${w.amount},00 ke rekening Anda`],
  ['id.co.bri.brimo', 'Info Rekening', w => `Rekening Anda dikredit Rp${w.amount},00 dari ${w.payer}.`],
  ['id.bni.wondr', 'wondr by BNI', w => `Ada uang masuk Rp${w.amount} dari ${w.payer} nih!`],
  ['src.com.bni', 'BNI Mobile', w => `Anda menerima transfer Rp ${w.amount} dari ${w.payer}`],
  ['co.id.bankbsi.superapp', 'BYOND', w => `Alhamdulillah, dana Rp${w.amount} diterima dari ${w.payer}.`],
  [
    'id.co.bankbkemobile.digitalbank',
    'SeaBank',
    w => `Kamu menerima Rp${w.amount} dari ${w.payer}. Cek saldo di SeaBank.`,
  ],
  ['com.jago.digitalBanking', 'Uang masuk, nih!', w => `${w.payer} ngirim Rp${w.amount} ke Kantong Utama kamu.`],
  ['com.bcadigital.blu', 'blu', w => `bluAccount kamu ketambahan Rp${w.amount} yang masuk dari ${w.payer}`],
  ['com.bcadigital.blu', 'Money in', w => `You received Rp${w.amount} from ${w.payer}.`],
  ['id.ocbc.merchant', 'OCBC Merchant', w => `Incoming QRIS payment of IDR ${w.amount} has been received.`],
  ['com.cimbedc', 'CIMB Merchant', w => `Payment received: Rp ${w.amount} via QRIS`],
  ['id.co.bni.merchant', 'BNI Merchant', w => `Transaksi berhasil diterima. Nominal: Rp${w.amount}. Metode: QRIS`],
  ['com.interactive.qrisid', 'QRIS', w => `Pembayaran masuk Rp ${w.amount} a.n ${w.payer}`],
]

/** Texts written to be believed, or easily mistaken for received money. */
const hostile: [title: string, text: string][] = [
  ['Uang masuk', 'Rp61.093 dari Budi Santoso masuk setelah kamu konfirmasi di bit.ly/klaim'],
  ['GoPay', 'Budi Santoso minta Rp61.093 dari kamu. Kirim sekarang?'],
  ['GoPay', 'Kamu bisa dapat Rp61.093 dari Budi Santoso kalau ajak teman'],
  ['Dana masuk', 'Dana Rp61.093 dari Budi Santoso ditahan sampai verifikasi selesai'],
  ['Dana masuk', 'Transfer masuk Rp61.093 dari Budi Santoso gagal diproses'],
  ['DANA', 'Rp61.093 dari Budi Santoso dikembalikan ke saldo pengirim'],
  ['DANA', 'Kamu membayar Rp61.093 ke Budi Santoso'],
  ['DANA', 'Tagihan Rp61.093 dari Budi Santoso menunggu pembayaranmu'],
  ['Voucher', 'Kamu menerima voucher Rp61.093 dari Toko Contoh'],
  ['Cashback', 'Yeay, cashback Rp61.093 sudah masuk ke saldo kamu'],
  ['OVO', 'Kamu menerima OVO Points senilai Rp61.093 dari Budi Santoso'],
  ['BCA mobile', 'Simulasi: dana masuk Rp61.093 dari Budi Santoso'],
  ['BCA mobile', 'Dana masuk -Rp61.093 dari Budi Santoso'],
  ['BCA mobile', 'Dana masuk Rp61.093 (enam puluh satu ribu rupiah) dari Budi Santoso'],
  ['Livin', 'Pinjaman Rp61.093 sudah disetujui dan siap diterima'],
  ['Livin', 'Limit kamu bertambah Rp61.093 mulai hari ini'],
  ['BRImo', 'Transfer ke Budi Santoso Rp61.093 berhasil'],
  ['BRImo', 'Saldo Anda berkurang Rp61.093 untuk pembayaran QRIS di Toko Contoh'],
  ['wondr', 'Jangan lupa, Rp61.093 dari Budi Santoso jatuh tempo besok'],
  ['SeaBank', 'Deposito Rp61.093 dari Budi Santoso akan cair 28 Nov'],
  ['Jago', 'Budi Santoso: uangnya udah masuk Rp61.093 ya kak'],
  ['Jago', 'Budi Santoso bilang "sudah transfer Rp61.093"'],
  ['QRIS', 'Pembayaran QRIS Rp61.093 dibatalkan oleh pelanggan'],
  ['QRIS', 'Pembayaran QRIS Rp61.093 sedang diproses, belum diterima'],
  ['QRIS', 'Kode QRIS Rp61.093 dibuat. Tunjukkan ke pelanggan'],
  ['Payment', 'Payment of Rp61.093 from Budi Santoso is pending review'],
  ['Payment', 'Payment of Rp61.093 was refunded to Budi Santoso'],
  ['Money request', 'Budi Santoso requested Rp61.093 from you'],
  ['Promo', 'Terima Rp61.093 gratis untuk transaksi pertama, S&K berlaku'],
  ['Info', 'Kuota senilai Rp61.093 dari Budi Santoso telah diterima'],
]

const rules = reworded.flatMap(([packageName, title, text], index): TaughtRule[] => {
  const drawn = drawSentence({ packageName, title, text: text(first) }, [61_093])
  return drawn.refused === null ? [{ ...drawn.lesson, id: index + 1, isMoney: true }] : []
})

test('95 % of new wordings are read after one press, and none with a wrong amount', () => {
  const missed: string[] = []
  for (const [index, [packageName, title, text]] of reworded.entries()) {
    const said = { packageName, title, text: text(next) }
    const own = rules.filter(({ id }) => id === index + 1)
    const read = readSentence(said, [], own)
    if (!read || read.isDoubtful) missed.push(`${title} | ${said.text}`)
    else expect([said.text, read.amount]).toEqual([said.text, 248_571])
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(reworded.length * 0.05)
})

describe('a message written to be mistaken for money', () => {
  test.each(hostile)('a rule of another wording does not pay a misleading message: %s, %s', (title, text) => {
    for (const rule of rules) {
      const read = readSentence({ packageName: rule.packageName, title, text }, [], [rule])
      expect(read !== null && !read.isDoubtful, rule.sentence).toBe(false)
    }
  })

  test.each(hostile)(
    'a misleading message creates no rule, even if a payment waits for its amount: %s, %s',
    (title, text) => {
      const drawn = drawSentence({ packageName: 'id.bank.contoh', title, text }, [61_093])
      expect(drawn.refused, JSON.stringify(drawn.lesson)).not.toBeNull()
    },
  )
})

test.each([
  ['', 'Rp61.093'],
  ['', 'BUDI Rp61.093'],
  ['', 'Transaksi Rp61.093'],
  ['BUDI SANTOSO', 'Rp61.093 Rp61.093'],
  ['', '+ Rp61.093'],
  ['', '{amount} dari {payer}'],
])('a rule for "%s | %s" would match everything, and is refused', (title, text) => {
  expect(drawSentence({ packageName: 'id.bank.contoh', title, text }, [61_093]).refused).not.toBeNull()
})

test.each([
  'Dana masuk sepuluh ribu rupiah dari SITI',
  'Kamu menerima Rp50 ribu dari SITI',
  'Kamu menerima Rp50rb dari SITI',
  'Kamu menerima Rp1,5 juta dari SITI',
  'Kamu menerima Rp2 mil dari SITI',
  'Kamu menerima Rp50.000 (lima puluh ribu rupiah) dari SITI',
  'Kamu menerima Rp50.000 (sepuluh ribu rupiah) dari SITI',
  'Dana masuk seratus ribu rupiah sebesar Rp100.000 dari SITI',
])('an amount in words creates no rule: %s', text => {
  for (const expected of [[], [50, 2, 50_000, 100_000]]) {
    expect(drawSentence({ packageName: 'id.bank.contoh', title: 'Bank Contoh', text }, expected).refused).not.toBeNull()
  }
})
