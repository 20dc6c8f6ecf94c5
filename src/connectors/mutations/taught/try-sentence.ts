import type { TaughtSentence, TaughtTrial } from '../../taught-sentence.ts'
import { builtInApps } from '../apps.ts'
import { readByTaughtSentence } from './fit-taught.ts'
import { hostileEnglish } from './hostile-english.ts'
import { hostileIndonesian } from './hostile-indonesian.ts'

const amount = 'Rp71.093'
const name = 'BUDI CONTOH'

const fillings: Record<string, string> = {
  '{amount}': amount,
  '{money}': 'Rp1.900.000',
  '{payer}': name,
  '{any}': '',
  '{source}': 'GoPay',
  '{store}': 'TOKO CONTOH',
  '{when}': '21/11/2026 14:30',
  '{number}': '88120417',
}

const fill = (sentence: string) => sentence.replaceAll(/\{[a-z]+\}/g, place => fillings[place] ?? '')

const hostile = [...Object.values(hostileIndonesian), ...Object.values(hostileEnglish)]
  .flatMap(text => text.trim().split('\n'))
  .map(text => text.replaceAll('{}', '71.093'))

const known = [...new Set(builtInApps.flatMap(({ sentences }) => sentences))].map(fill)

/** Texts that strangers write around a sentence, or derive from it. `{}` is the sentence. */
const around = [
  'BUDI: {}',
  '"{}"',
  '{} ?',
  'Nanti {}',
  'Besok {}',
  'Akan {}',
  'Belum {}',
  'Kak, {}',
  'Tes. {}',
  '{} (dibatalkan)',
  '{} dibatalkan',
  '{} (refund)',
  '{} gagal',
  '{} pending',
  '{} besok',
  '{} Saldo belum bertambah.',
  '{} jika disetujui',
  'Fwd: {}',
]

/** Names invented to carry a message. */
const names = [
  'BUDI (dibatalkan)',
  'BUDI DIBATALKAN',
  'BUDI besok',
  'BUDI Rp900.000',
  'BUDI 900000',
  'BUDI. Saldo dikembalikan',
  'BUDI, akan diproses',
  'ΒUDI СONTOH',
  'REFUND TOKO',
  'Kamu',
]

/** Tries a sentence on known texts and on texts that only look like received money. */
export function trySentence(lesson: TaughtSentence): TaughtTrial {
  const { packageName } = lesson
  const title = fill(lesson.title)
  const own = fill(lesson.sentence)
  const named = names
    .map(payer => lesson.sentence.replace('{payer}', () => payer))
    .filter(sentence => sentence !== lesson.sentence)
  const made = [...around.map(text => text.replace('{}', () => own)), ...named.map(fill)]
  const texts = [...hostile, ...made]
  const believed = texts.filter(text => readByTaughtSentence(lesson, { packageName, title, text }) !== null)
  const misread = known.filter(
    text => (readByTaughtSentence(lesson, { packageName, title, text })?.amount ?? 71_093) !== 71_093,
  )
  return { known: known.length, hostile: texts.length, believed: [...believed, ...misread] }
}
