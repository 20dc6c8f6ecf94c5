import { builtInApps } from '../../../src/connectors/mutations/apps.ts'
import { readSentence } from '../../../src/connectors/mutations/read-sentence.ts'
import type { NotificationWords } from '../../../src/connectors/taught-sentence.ts'
import { realWordings, type Wording } from '../../connectors/mutations/real-wordings.ts'

/** A rewritten wording, with the amount and payer filled in as on a phone. */
export type Rewritten = (money: { amount: number; payer: string }) => NotificationWords

export const ways = ['words', 'order', 'marks', 'language', 'amounts'] as const
export type Way = (typeof ways)[number]

const pairs = (text: string): [RegExp, string][] =>
  text
    .trim()
    .split('\n')
    .map(line => {
      const [from, to] = line.split('>').map(each => each.trim())
      return [new RegExp(`(?<![A-Za-z])${from}(?![A-Za-z])`, 'gi'), to!]
    })

/** Synonyms. */
const synonyms = pairs(`
telah berhasil > sudah
berhasil diterima > sudah masuk
telah diterima > sudah masuk
diterima > masuk
menerima > dapat
terima > dapat
pembayaran > duit
transfer > kiriman
dana masuk > uang baru masuk
uang masuk > ada duit masuk
masuk ke > sampai di
sebesar > senilai
telah > udah
kamu > anda
anda > kamu
saldo > dompet
received > got
payment > money
from > by
`)

const english = pairs(`
kamu telah menerima > you have received
kamu menerima > you got
anda menerima > you got
telah berhasil diterima > has been received
telah diterima > has been received
berhasil diterima > was received
diterima > received
menerima > received
terima > received
pembayaran > payment
penerimaan > income
dana masuk > incoming money
uang masuk > incoming money
transfer masuk > incoming transfer
masuk > came in
sebesar > of
senilai > of
dari > from
kamu > you
anda > you
telah > has
berhasil > successfully
ke > to
di > at
rekening > account
saldo > balance
bertambah > increased
uang > money
dana > money
ada > there is
pada > on
`)
const indonesian = pairs(`
you have received > kamu sudah menerima
you received > kamu menerima
received > diterima
payment > pembayaran
from > dari
transfer > transfer
incoming > masuk
has been > telah
successfully > berhasil
`)

const replaceAll = (text: string, by: [RegExp, string][]) =>
  by.reduce((said, [from, to]) => said.replace(from, to), text)

const greetings = ['Hore!', 'Yeay,', 'Kabar baik:', 'Halo kak,', 'Info:']
const marksAt = ['🎉', '!', ' ✅', '…', ' 👍']
const forms: ((dots: string, bare: string) => string)[] = [
  dots => `Rp${dots},00`,
  dots => `Rp. ${dots},-`,
  dots => `IDR ${dots.replaceAll('.', ',')}.00`,
  (_, bare) => `Rp${bare}`,
  dots => `${dots} rupiah`,
  dots => `+Rp${dots}`,
  dots => `Rp ${dots.replaceAll('.', ' ')}`,
]

const dots = (amount: number) => amount.toLocaleString('id')
const currencyBefore = /(?:Rp|IDR)\.?:? ?\{(?:en)?\}(?:,00|,-|\.00)?/gi

/** Returns the sentences that Warung knows of each app, in addition to the quoted ones. */
function knownSentences(): Wording[] {
  return builtInApps
    .filter(({ hasChat }) => !hasChat)
    .flatMap(({ packages, sentences, titles }) =>
      [...new Set(sentences)].map(sentence => ({
        packageName: packages[0]!,
        title: titles.at(-1)!.replace('{amount}', 'Rp {}'),
        text: `${sentence[0]!.toUpperCase()}${sentence.slice(1)}`
          .replace('{amount}', 'Rp{}')
          .replace('{payer}', 'BUDI CONTOH')
          .replace('{any}', ''),
        source: 'src/connectors/mutations/apps.ts',
      })),
    )
}

/** Returns all wordings seen on real phones, each with placeholders for its amount and its payer. */
export function realForms() {
  return [...realWordings, ...knownSentences()].map(({ packageName, title, text, source }) => {
    const filled = (said: string) => said.replaceAll('{}', '61.093').replaceAll('{en}', '61,093')
    const read = readSentence({ packageName, title: filled(title), text: filled(text) }, [])
    const payer = read?.payerName ?? null
    return { packageName, title, text: payer ? text.replace(payer, () => '{payer}') : text, source, payer }
  })
}

export type RealForm = ReturnType<typeof realForms>[number]

/** Rewrites a wording in one of five ways; `draw` is a number that makes the choices. */
export function rewrite({ packageName, title, text, payer }: RealForm, way: Way, draw: number): Rewritten {
  const pick = <Item>(items: readonly Item[]) => items[draw % items.length]!
  const said = {
    words: () => `${pick(greetings)} ${replaceAll(text, synonyms)}`,
    order: () => reorder(text, draw),
    marks: () => `${text.replace(/\.$/, '').replaceAll(',', ' –').replaceAll('. ', '! ')}${pick(marksAt)}`,
    language: () =>
      /\b(?:received|payment|from)\b/i.test(text) ? replaceAll(text, indonesian) : replaceAll(text, english),
    amounts: () => text,
  }[way]()
  const form = way === 'amounts' ? pick(forms) : null
  return money => {
    const amount = dots(money.amount)
    const fill = (one: string) =>
      (form ? one.replaceAll(currencyBefore, () => form(amount, String(money.amount))) : one)
        .replaceAll('{}', amount)
        .replaceAll('{en}', money.amount.toLocaleString('en'))
        .replaceAll('{payer}', payer === null ? '' : styled(payer, money.payer))
    const suffix = way === 'amounts' ? ` (${10 + (money.amount % 12)}:${10 + (money.amount % 49)} WIB)` : ''
    return { packageName, title: fill(title), text: `${fill(said)}${suffix}` }
  }
}

/** Writes a name in the wording's style: upper case, or each word capitalized. */
function styled(payer: string, name: string): string {
  return payer === payer.toUpperCase() ? name.toUpperCase() : name
}

function reorder(text: string, draw: number): string {
  const from = / (dari|from|dr) (\{payer\})/.exec(text)
  const rest = text.replace(/ (?:dari|from|dr) \{payer\}/, '').replace(/\.$/, '')
  if (from)
    return draw % 2 === 0 ? `${from[1] === 'from' ? 'From' : 'Dari'} {payer}: ${rest}` : `${rest}, pengirim {payer}`
  const [first, ...others] = text.replace(/\.$/, '').split(/(?<=[:!]) |, /)
  return others.length > 0 ? `${others.join(', ')} - ${first!.replace(/[:!]$/, '')}` : `Kabar baru - ${text}`
}
