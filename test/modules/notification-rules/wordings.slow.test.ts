import { expect, test } from 'vitest'
import { readSentence } from '../../../src/connectors/mutations/read-sentence.ts'
import { drawSentence } from '../../../src/connectors/mutations/taught/draw-sentence.ts'
import { trySentence } from '../../../src/connectors/mutations/taught/try-sentence.ts'
import { realForms, rewrite, ways } from './rewritten.ts'

const seed = Number(process.env.TEST_SEED ?? 44) || 44
const first = { amount: 61_093, payer: 'Budi Santoso' }
const next = { amount: 1_270_345, payer: 'Siti Rahma Aulia' }

test('95 % of 400 wordings of 14 apps are read after one press, in five rewritings, and none is wrong', () => {
  const forms = realForms()
  expect(forms.length).toBeGreaterThanOrEqual(400)
  expect(new Set(forms.map(({ packageName }) => packageName)).size).toBeGreaterThanOrEqual(14)
  for (const way of ways) {
    let readAgain = 0
    const wrong: string[] = []
    for (const [index, form] of forms.entries()) {
      const shown = rewrite(form, way, index + seed)
      const drawn = drawSentence(shown(first), [])
      const rules = drawn.refused === null ? [{ ...drawn.lesson, id: 1, isMoney: true }] : []
      const read = readSentence(shown(next), [], rules)
      if (!read || read.isDoubtful) continue
      if (read.amount === next.amount) readAgain++
      else wrong.push(shown(next).text)
    }
    expect([way, wrong]).toEqual([way, []])
    expect(readAgain / forms.length, way).toBeGreaterThanOrEqual(0.95)
  }
})

test('a rule of any rewriting trusts no text of the hostile set', () => {
  const forms = realForms().filter((_, index) => (index + seed) % 20 === 0)
  for (const way of ways) {
    for (const [index, form] of forms.entries()) {
      const drawn = drawSentence(rewrite(form, way, index)(first), [])
      if (drawn.refused === null)
        expect([drawn.lesson.sentence, trySentence(drawn.lesson).believed]).toEqual([drawn.lesson.sentence, []])
    }
  }
})

const refused: [title: string, text: string, why: string][] = [
  ['DANA', 'Rp10.017 akan masuk ke saldomu besok', 'not_money'],
  ['DANA', 'Pengembalian dana Rp10.017 dari TOKO LAIN diterima', 'not_money'],
  ['DANA', 'Pembayaran Rp10.017 di TOKO LAIN berhasil', 'not_money'],
  ['DANA', 'Kamu membayar Rp10.017 ke TOKO LAIN', 'not_money'],
  ['DANA', 'Transfer Rp10.017 ke BUDI CONTOH berhasil', 'not_money'],
  ['DANA', 'Pembayaran Rp10.017 telah diterima oleh TOKO LAIN', 'not_money'],
  ['DANA', 'Permintaan uang Rp10.017 dari BUDI CONTOH', 'not_money'],
  ['DANA', 'Diskon Rp10.017 menunggumu', 'not_money'],
  ['DANA', 'Top up Rp10.017 berhasil masuk', 'not_money'],
  ['Budi Contoh', 'Dana masuk Rp10.017 dari BUDI CONTOH', 'not_money'],
  ['DANA', 'BUDI: Dana masuk Rp10.017 dari SITI CONTOH', 'not_money'],
  ['DANA', 'Kak, saya sudah transfer Rp10.017', 'not_money'],
  ['DANA', 'Rp10.017', 'few_words'],
  ['DANA', 'Uang sudah masuk dari BUDI', 'no_amount'],
  ['DANA', 'Uang masuk Rp10.017 dan Rp10.018 dari BUDI', 'two_amounts'],
  ['DANA', 'Uang masuk Rp 10 ribu dari BUDI CONTOH', 'no_amount'],
  ['DANA', 'Kabar dari pusat: Rp10.017 cek sekarang', 'unclear'],
]

test.each(refused)('no rule is created from %s: %s', (title, text, why) => {
  expect(drawSentence({ packageName: 'id.dana', title, text }, [])).toMatchObject({ refused: why })
})

test('no rule is created for an app in which strangers write', () => {
  for (const packageName of ['com.whatsapp', 'com.gojek.app', 'com.google.android.apps.messaging']) {
    const words = { packageName, title: 'GoPay', text: 'Hore! Duit Rp10.017 dari SITI CONTOH nyampe ke kantongmu.' }
    expect(drawSentence(words, [10_017])).toMatchObject({ refused: 'chat' })
  }
})

test('of several amounts the one that a payment waited for is the money', () => {
  const words = {
    packageName: 'id.dana',
    title: 'DANA',
    text: 'Masuk Rp10.017 lalu tercatat Rp55.000 dari SITI CONTOH',
  }
  expect(drawSentence(words, [])).toMatchObject({ refused: 'two_amounts' })
  expect(drawSentence(words, [10_017])).toMatchObject({
    lesson: { sentence: 'Masuk {amount} lalu tercatat {money} dari {payer}' },
    reading: { amount: 10_017, payerName: 'SITI CONTOH' },
  })
})
