import { describe, expect, test } from 'vitest'
import { type BuiltInApp, builtInApps } from '../../../src/connectors/mutations/apps.ts'
import { readSentence } from '../../../src/connectors/mutations/read-sentence.ts'
import { believed } from './believed.ts'
import { realWordings, type Wording, worded } from './real-wordings.ts'

describe('wordings quoted from public code', () => {
  test('at least 80 wordings of at least 14 apps are quoted, each with its source', () => {
    const apps = new Set(realWordings.map(({ packageName }) => appOf(packageName).app))
    expect(realWordings.length).toBeGreaterThanOrEqual(80)
    expect(apps.size).toBeGreaterThanOrEqual(14)
    expect(realWordings.filter(({ source }) => source === '')).toEqual([])
  })

  test.each(realWordings.map(one => [one.packageName, one.title, one.text, one] as const))(
    '%s pays by "%s" "%s"',
    (_package, _title, _text, wording: Wording) => {
      for (const amount of [1127, 21_091, 1_500_017]) expect(believed(worded(wording, amount))).toBe(amount)
    },
  )

  test.each([
    ['Rp{},-'],
    ['Rp {},-'],
    ['Rp. {},00'],
    ['Rp{},00'],
    ['Rp\u00a0{}'],
    ['Rp\u202f{}'],
    ['IDR {}'],
    ['RP {}'],
    ['Rp: {}'],
  ])('a notification with the amount written as "%s" pays', written => {
    const amount = written.replace('{}', '21.091')
    const said = { packageName: 'id.dana', title: 'DANA', text: `Kamu menerima ${amount} dari BUDI CONTOH.` }
    expect(believed(said)).toBe(21_091)
  })

  test('wordings do not pay under a title with another amount', () => {
    const said = {
      packageName: 'com.shopeepay.merchant.id',
      title: 'Pembayaran sebesar Rp1.000 diterima',
      text: 'Pembayaran sebesar Rp100.000 telah diterima pada transaksi 20820696399434593.',
    }
    expect(readSentence(said, [])).toMatchObject({ amount: 100_000, isDoubtful: true })
  })

  test('wordings that also fit a purchase pay only under a title about received money', () => {
    const text = 'Rp 10.017 di TOKO CONTOH, Makanan & Minuman.'
    const said = { packageName: 'com.gojek.gopaymerchant', text }
    expect(believed({ ...said, title: 'Pembayaran QRIS statis diterima' })).toBe(10_017)
    expect(readSentence({ ...said, title: 'GoPay Merchant' }, [])).toMatchObject({ isDoubtful: true })
    expect(readSentence({ ...said, title: '' }, [])).toMatchObject({ isDoubtful: true })
  })
})

function appOf(packageName: string): BuiltInApp {
  return builtInApps.find(({ packages }) => packages.includes(packageName))!
}
