import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BuiltInApp, builtInApps } from '../../../src/connectors/mutations/apps.ts'
import { forms } from '../../../src/connectors/mutations/forms.ts'
import type { SentenceForm } from '../../../src/connectors/mutations/grammar.ts'
import { hostileEnglish } from '../../../src/connectors/mutations/taught/hostile-english.ts'
import { hostileIndonesian } from '../../../src/connectors/mutations/taught/hostile-indonesian.ts'
import { believed } from './believed.ts'

describe('hostile sentences', () => {
  const all = [...Object.entries(hostileIndonesian), ...Object.entries(hostileEnglish)]
  // One app for each set of forms: apps that share a set differ only in their titles.
  const apps = [
    ...new Map(
      builtInApps.filter(app => !app.hasChat).map(app => [JSON.stringify([app.forms, app.sentences]), app]),
    ).values(),
  ]

  test('the set has at least 300 hostile sentences', () => {
    expect(new Set(all.flatMap(([, lines]) => lines.trim().split('\n'))).size).toBeGreaterThanOrEqual(300)
  })

  test.each(all)('hostile sentences of the kind "%s" never pay', (_kind, lines) => {
    const paid = lines
      .trim()
      .split('\n')
      .map(line => line.replaceAll('{}', '10.017'))
      .filter(text => apps.some(app => isPaidBy(app, text)))
    expect(paid).toEqual([])
  })

  function isPaidBy({ packages, titles }: BuiltInApp, text: string): boolean {
    return ['', titles[0]!, 'Dana masuk', 'Pembayaran diterima', 'Pembayaran Berhasil'].some(
      title => believed({ packageName: packages[0]!, title, text }) !== null,
    )
  }
})

describe('a known wording', () => {
  const groups = Object.entries(forms).flatMap(([group, list]) => list.map(form => ({ group, form })))

  test.each(groups.map(({ group, form }, index) => [`${group} ${index}`, group, form] as const))(
    'the wording "%s" pays, but not with anything added',
    (_name, group, form) => {
      const app = builtInApps.find(one => !one.hasChat && one.forms.some(name => name === group))!
      const said = (text: string) => ({ packageName: app.packages[0]!, title: 'Pembayaran diterima', text })
      const tokens = fc.nat().map(seed => sample(form, seed))
      fc.assert(
        fc.property(
          tokens,
          fc.nat(),
          fc.constantFrom(...clauses),
          fc.constantFrom(...ends),
          (words, at, clause, end) => {
            const text = words.join(' ')
            expect(believed(said(text)), text).toBe(10_017)
            const place = at % (words.length + 1)
            const inserted = [...words.slice(0, place), clause, ...words.slice(place)].join(' ')
            expect(believed(said(inserted)), inserted).toBeNull()
            expect(believed(said(`${text} ${end}`)), `${text} ${end}`).toBeNull()
            const letter = text.search(/[A-Za-z]{2}/) + 1
            for (const hidden of ['\u200b', '\u00ad', '\u2060', '\ufeff', '\u202e']) {
              expect(believed(said(`${text.slice(0, letter)}${hidden}${text.slice(letter)}`))).toBeNull()
            }
          },
        ),
        { numRuns: 15 },
      )
    },
  )
})

const clauses = [
  ...['tidak', 'belum', 'bukan', 'not', 'never'],
  ...['akan', 'besok', 'segera', 'will', 'tomorrow'],
  ...['kembali', 'dikembalikan', 'refund', 'DIBATALKAN', 'Dibatalkan', 'Ditangguhkan', 'reversed'],
  ...['(batal)', '(Ditinjau)', '[PENDING]', '- batal', 'H+1', 'B4TAL', 'Rp5.000', 'IDR 7', 'yang ditolak bank'],
]

const ends = [
  ...['ke ANI', 'kepada TOKO LAIN', 'untuk ANI', 'oleh TOKO LAIN', 'for ANI', 'atas nama ANI'],
  ...['(Simulasi)', '?', '...', 'Rp20.057', '. Saldo Rp20.057', 'dibatalkan', '. Transfer ini dibatalkan', '❌'],
]

const fillers: Record<string, string> = {
  amount: 'Rp10.017',
  payer: 'SITI CONTOH',
  source: 'GOPAY',
  fullName: 'DAVID CONTOH',
  store: 'TOKO CONTOH',
  storeCategory: 'Makanan & Minuman',
  category: 'Transfer Rekening',
  brand: 'DANA',
  brandOfYours: 'ShopeePay-mu',
  account: '1234567890',
  id: '120009123456',
  code: 'rVWbDXID',
  handle: 'budi.contoh',
  when: '28 Agu 2026',
}

/** Returns a sentence of the form, with its alternatives chosen by the seed. */
function sample(form: SentenceForm, seed: number): string[] {
  let state = seed
  const draw = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const words = (parts: SentenceForm['parts']): string[] =>
    parts.flatMap(part => {
      if (part.is === 'word') return [part.word]
      if (part.is === 'slot') return [fillers[part.slot]!]
      const times = part.most === 1 ? 1 : draw(2)
      return Array.from({ length: times }).flatMap(() => words(part.of[draw(part.of.length)]!))
    })
  return words(form.parts)
}
