import { hostileEnglish } from '../../../src/connectors/mutations/taught/hostile-english.ts'
import { hostileIndonesian } from '../../../src/connectors/mutations/taught/hostile-indonesian.ts'
import type { NotificationWords, TaughtRule } from '../../../src/connectors/taught-sentence.ts'

const list = (text: string) => text.trim().split('\n')

const hostile = [...Object.values(hostileIndonesian), ...Object.values(hostileEnglish)].flatMap(list)

/** Words that change the meaning of a sentence at any position. */
const inserted = list(`
akan
belum
gagal
dibatalkan
(dibatalkan)
refund
pending
besok
jika disetujui
tidak
di-refund
dikembalikan
menunggu konfirmasi
untuk TOKO LAIN
oleh TOKO LAIN
Rp900.000
minus
will be
not
cancelled
?
`)

/** Names that a payer may choose. */
const names = list(`
BUDI dibatalkan
BUDI (BATAL)
BUDI Rp9.000.000
BUDI 9000000
BUDI. Saldo dikembalikan
BUDI, akan diproses
ΒUDI СONTOH
BUDI telah mengirim
Refund Toko
Pending
BUDI ke TOKO LAIN
BUDI -
BUDI belum masuk
`)

const around: ((text: string) => string)[] = [
  text => `BUDI: ${text}`,
  text => `"${text}"`,
  text => `Nanti ${text}`,
  text => `Kak, ini buktinya: ${text}`,
  text => `${text} (contoh)`,
  text => `${text} Kirim ulang ya`,
  text => `${text}\n\nDibatalkan`,
  text => `Fwd: ${text}`,
  text => `-${text}`,
]

const alike: Record<string, string> = { a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', i: 'і', '1': '１', '0': '０', '.': '․' }

/** Creates a text that only resembles one that a rule matches; the number makes the choices. */
export function makeHostile(
  rule: TaughtRule,
  fill: (sentence: string, payer?: string) => string,
  draw: () => number,
): NotificationWords {
  const pick = <Item>(items: readonly Item[]) => items[draw() % items.length]!
  const { packageName } = rule
  const title = fill(rule.title)
  const own = fill(rule.sentence)
  const words = own.split(' ')
  const ways: (() => NotificationWords)[] = [
    () => ({ packageName, title, text: pick(hostile).replaceAll('{}', '71.093') }),
    () => ({ packageName, title, text: words.toSpliced(draw() % (words.length + 1), 0, pick(inserted)).join(' ') }),
    () => ({ packageName, title, text: pick(around)(own) }),
    () => ({ packageName, title: pick(['BUDI', 'Budi Contoh', `${title} (dibatalkan)`, `Re: ${title}`]), text: own }),
    () => ({ packageName: pick(['com.whatsapp', 'com.gojek.app', 'org.telegram.messenger']), title, text: own }),
    () => {
      const name = pick(names)
      const text = rule.sentence.includes('{payer}') ? fill(rule.sentence, name) : `${own} ${name}`
      return { packageName, title, text }
    },
    () => {
      const letters = [...rule.sentence.matchAll(/(?<!\{[a-z]*)[aeopci](?![a-z]*\})/g)].map(({ index }) => index)
      if (letters.length === 0) return { packageName, title, text: `${own} besok` }
      const at = pick(letters)
      const changed = rule.sentence.slice(0, at) + alike[rule.sentence[at]!] + rule.sentence.slice(at + 1)
      return { packageName, title, text: fill(changed) }
    },
    () => ({
      packageName,
      title,
      text: own.replace(/Rp\d[\d.]*/, amount =>
        pick([`${amount} ribu`, `-${amount}`, `${amount},50`, amount.replace('1', '１'), 'Rp', `${amount}/bulan`]),
      ),
    }),
  ]
  return pick(ways)()
}
