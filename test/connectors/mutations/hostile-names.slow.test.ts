import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInApps } from '../../../src/connectors/mutations/apps.ts'
import { readSentence } from '../../../src/connectors/mutations/read-sentence.ts'
import { drawItems } from '../../kit/draws/draw-items.ts'

// Texts of apps, with {name} for a stranger's choice: payers, and people who request or receive money, can put words
// into the shop's notifications this way. None of these reports money that stays here, whatever the name is.
const notIncoming = [
  '{name} mengirim permintaan Rp1 kepada kamu',
  '{name} meminta Rp1 dari kamu',
  '{name} minta dikirimi Rp1',
  '{name} menagih Rp1',
  '{name} menerima Rp1 dari kamu',
  '{name} menerima Rp1 dari Anda',
  '{name} received Rp1 from you',
  '{name} telah menerima transfer kamu Rp1',
  '{name} membatalkan transfer Rp1',
  '{name} menolak transfer Rp1',
  '{name} mengembalikan Rp1 kepada kamu',
  '{name} menarik kembali Rp1',
  '{name} mengajukan refund Rp1',
  '{name} akan mengirim Rp1',
  '{name} ingin berteman denganmu',
  '{name} mengajakmu bergabung',
  '{name} mengundang kamu ke grup',
  '{name} bergabung di DANA',
  '{name} sedang mengetik',
  '{name} menyukai kiriman kamu',
  '{name} sent you a request for Rp1',
  '{name} requested Rp1',
  '{name} declined your transfer of Rp1',
  '{name} took back Rp1',
  '{name} has joined',
  '{name} wants to be your friend',
  '{name}: halo kak',
  '{name}: "halo"',
  '{name}?',
  '{name}…',
  'Kamu mengirim Rp1 ke {name}',
  'Pembayaran Rp1 ke {name} telah diterima',
  'Pembayaran Rp1 dari Anda telah diterima {name}',
  'Pembayaran Rp1 dari Anda telah diterima oleh {name}',
  'Pembayaran Rp1 dari kamu telah diterima {name}',
  'Pembayaran QRIS sebesar Rp1 telah diterima {name}',
  'Pembayaran QRIS sebesar Rp1 telah diterima oleh {name}',
  'Pembayaran Rp1 telah diterima oleh {name}',
  'Pembayaran Rp1 telah diterima {name}',
  'Pembayaran Rp1 telah diterima di {name}',
  'Pembayaran Rp1 telah diterima kembali oleh {name}',
  'Kamu menerima permintaan Rp1 dari {name}',
  'Dana masuk Rp1 dari {name} telah ditarik kembali',
  'Permintaan pertemanan dari {name}',
  'Pesan dari {name}',
  'Pengembalian Rp1 ke {name} berhasil',
]

// Money that arrived and was returned, or has not arrived yet; the beginning is that of money that arrived.
const takenBack = [
  'dibatalkan',
  'telah dibatalkan',
  'DIBATALKAN',
  'Dibatalkan',
  'dibatalkan oleh pengirim',
  'di batalkan',
  'di-batalkan',
  'diba\u200btalkan',
  'diba\u00adtalkan',
  'diba\u2060talkan',
  'diba\ufefftalkan',
  'diba\u034ftalkan',
  'diba\u200dtalkan',
  '\u202edibatalkan',
  'dibata\u0336lkan',
  'dib\u00e1talkan',
  'dib\u0430talkan',
  'd\u0131batalkan',
  '\uff44\uff49\uff42\uff41\uff54\uff41\uff4c\uff4b\uff41\uff4e',
  'D I B A T A L K A N',
  'D.I.B.A.T.A.L.K.A.N',
  'direfund',
  'DIREFUND',
  'di-refund',
  'REFUND',
  'Refunded',
  're-fund',
  'reversal',
  'REVERSAL',
  'Reversed',
  'Reversing',
  'REVERSAL TRX',
  'CHARGEBACK',
  'diretur',
  'dikembalikan',
  'Pengembalian',
  'KEMBALI',
  'ditarik kembali',
  'DITARIK',
  'gagal',
  'GAGAL',
  'Menggagalkan',
  'ditolak',
  'MENOLAK',
  'tertunda',
  'Tertahan',
  'DITAHAN',
  'sedang diproses',
  'MEMPROSES',
  'Menunggu Konfirmasi',
  'belum diterima',
  'BELUM MASUK',
  'PENDING',
  'is pending',
  'on hold',
  'CANCELLED',
  'Canceled',
  'Cancellation',
  'FAILED',
  'Rejected',
  'Declined',
  'VOID',
  'Expired',
  'KEDALUWARSA',
  'Terkoreksi',
  'DIANULIR',
  'Dibekukan',
  'diblokir',
  'Diklaim',
  'Disputed',
  'BOUNCED',
  'jika kamu mengundang teman',
  'Dengan Syarat',
  'nanti',
  '❌',
  '↩',
  '(batal)',
  '[batal]',
  '- batal',
  '/ batal',
  ', batal',
  '. Transfer Ini Dibatalkan',
  '| batal',
]

const incoming = [
  'Kamu menerima {amount} dari {name}',
  'Anda menerima {amount} dari {name}.',
  'Terima {amount} dari {name}',
  'Dana masuk {amount} dari {name}',
  'Uang masuk {amount} dari {name}',
  'Transfer masuk {amount} dari {name}',
  'Pembayaran {amount} dari {name} telah diterima',
  'Pembayaran QRIS {amount} dari {name} telah diterima.',
  'You received {amount} from {name}',
  '{amount} received from {name}',
]

const forgedAmounts = ['Rp20.057', '20057', 'R\u200bp\u00a020.057,00']
const forgedNames = [
  // Most apps share their sentences.
  ...[...new Set(builtInApps.flatMap(({ sentences }) => sentences))].flatMap(sentence =>
    forgedAmounts.map(amount =>
      sentence.replace('{amount}', amount).replace('{payer}', 'BUDI').replace('{any}', ' di QRIS'),
    ),
  ),
  'BUDI telah diterima',
  'BUDI sebesar Rp20.057',
  'Rp20.057',
  'Rp 20.057 dari SITI',
  '20.057',
  'kamu',
  'Kamu',
  'Anda',
  'ANDA',
  'You',
  'kamu menerima Rp20.057 dari budi',
  'KAMU MENERIMA RP20.057 DARI BUDI',
  'Kamu menerima Rp20.057 dari BUDI.\n',
  'Kamu menerima Rp20.057 dari BUDI\u2028',
  'Kamu menerima Rp２０.０５７ dari BUDI',
  'Kamu menerima Rp20.057 dari BUDI \u202e',
  `Kamu menerima Rp20.057 dari ${'B'.repeat(1900)}`,
  `${'BUDI '.repeat(200)}Rp20.057`,
]

const honestNames = [
  'SITI',
  'SITI RAHMA',
  'Siti Nurhaliza, S.Pd.',
  "NUR'AINI",
  'Nur’aini binti Salim',
  'MUH. ALI AL-FATIH',
  'R. A. KARTINI',
  'PT. SUMBER MAKMUR TBK',
  'TOKO 24 JAM',
  'CV ANUGERAH & PUTRA',
  'SITI R***',
  'Sixx Raxxx',
  '***1234',
  '0812****7890',
  '081234567890',
  '1234567890 BUDI',
  'TOKO BATALYON',
  'PROMOSIA PUTRI',
  'GAGALUH',
  'KELUARGA BALI',
  'RÉNÉ MÜLLER',
  'ANDRE FUNDI',
  'FAISAL TERATAI',
  'SENDI MINTARSIH',
]

// One package for each set of sentences and forms: apps that share them differ in their titles alone.
const packages = [
  ...new Map(
    builtInApps.map(app => [
      JSON.stringify([app.sentences, app.forms, app.hasChat]),
      { packageName: app.packages[0]! },
    ]),
  ).values(),
]
const chats = new Set(builtInApps.filter(app => app.hasChat).flatMap(app => app.packages))

/** Returns the amount that is settled without a person, or null. */
function believed(packageName: string, text: string, title = ''): number | null {
  const read = readSentence({ packageName, title, text }, [])
  return read && !read.isDoubtful ? read.amount : null
}

const everywhere = (text: string) => new Set(packages.map(({ packageName }) => believed(packageName, text)))

// A part of them takes seconds of processor time; all of them, before a release, minutes.
const readingMsMax = 900_000

describe('names chosen by strangers', () => {
  test('a name never turns a text into money, in any app', { timeout: readingMsMax }, () => {
    const forged = notIncoming.flatMap(said =>
      drawItems([...forgedNames, ...honestNames], 12)
        .map(name => said.replace('{name}', () => name))
        .filter(text => packages.some(({ packageName }) => believed(packageName, text) !== null)),
    )
    expect(forged).toEqual([])
  })

  test('a name never changes the amount of money that came', { timeout: readingMsMax }, () => {
    const forged = incoming.flatMap(said =>
      drawItems(forgedNames, 25)
        .map(name => said.replace('{amount}', 'Rp1').replace('{name}', () => name))
        .filter(text => [...everywhere(text)].some(amount => amount !== null && amount !== 1)),
    )
    expect(forged).toEqual([])
  })

  test('a name with a second amount causes doubt, and a person reviews the money', () => {
    for (const name of [
      'BUDI Rp20.057',
      'Rp20.057',
      'BUDI 20.057',
      'BUDI 20057',
      'BUDI 20 ribu',
      'BUDI 20rb',
      'IDR 7',
    ]) {
      const read = readSentence({ packageName: 'id.dana', title: '', text: `Kamu menerima Rp10.017 dari ${name}` }, [])
      expect(read, name).toMatchObject({ amount: 10_017, isDoubtful: true })
    }
  })

  test.each([
    'SITI (BCA)',
    'BUDI - BNI',
    '+62 812-3456-7890',
    'BUDI (H+1)',
    'BUDI H+1',
    'B4TAL',
    'BUDI 2',
    'BUDI Menyusul',
    'GOPAY',
    'OVO KAS',
    'KARTU BCA',
    'PAYLATER',
    'DANA',
  ])('a name such as "%s", with brackets, dashes, digits beside letters or a wallet, causes doubt', name => {
    const text = `Kamu menerima Rp10.017 dari ${name}`
    expect(readSentence({ packageName: 'id.dana', title: '', text }, [])).toMatchObject({
      amount: 10_017,
      isDoubtful: true,
    })
  })

  test('an invisible name causes doubt as well', () => {
    for (const name of ['\u200b', '\u3164', '\u2800', '\u00ad\u00ad']) {
      const read = readSentence({ packageName: 'id.dana', title: '', text: `Kamu menerima Rp10.017 dari ${name}` }, [])
      expect(read, JSON.stringify(name)).toMatchObject({ amount: 10_017, isDoubtful: true })
    }
  })

  test('a name before the amount changes nothing, and of two readings the smaller amount waits for a person', () => {
    const own = [{ app: 'Bank', packages: ['id.baru'], sentences: ['dari {payer} sebesar {amount} pada {any}'] }]
    const text = 'Dari BUDI sebesar Rp20.057 pada hari ini sebesar Rp1 pada pukul 10.00'
    expect(readSentence({ packageName: 'id.baru', title: '', text }, own)).toMatchObject({
      isDoubtful: true,
      amount: 1,
    })
  })

  test('a name is reported without invisible characters', () => {
    const text = 'Kamu menerima Rp10.017 dari \u202eSI\u200bTI'
    expect(readSentence({ packageName: 'id.dana', title: '', text }, [])).toMatchObject({ payerName: 'SITI' })
  })
})

describe('returned money', () => {
  test.each(incoming)('a note of a return after "%s" pays nothing', said => {
    const bare = said.replace('{amount}', 'Rp10.017').replace(/\.$/, '')
    const paid = takenBack
      .flatMap(what => drawItems(honestNames, 2).map(name => `${bare.replace('{name}', () => name)} ${what}`))
      .filter(text => packages.some(({ packageName }) => believed(packageName, text) !== null))
    expect(paid).toEqual([])
  })

  test.each([
    'Pembayaran QRIS sebesar Rp10.017 telah diterima',
    'Pembayaran QRIS Rp10.017 berhasil diterima',
    'Pembayaran Rp10.017 telah diterima',
    'Transaksi QRIS masuk Rp10.017',
  ])('a note of a return after the text "%s" without a name pays nothing', said => {
    const ends = [
      ...takenBack,
      'kembali oleh pembeli',
      'oleh TOKO LAIN',
      'TOKO LAIN',
      'di TOKO LAIN',
      'oleh Anda kembali',
      'GoPay Merchant lain',
      'dari saldo kamu',
      'Saldo kamu Rp20.057',
      '20.057',
    ]
    const paid = ends
      .map(end => `${said} ${end}`)
      .filter(text => packages.some(({ packageName }) => believed(packageName, text) !== null))
    expect(paid).toEqual([])
  })
})

describe('genuine texts', () => {
  test('genuine texts of every app settle under each of its titles, for any payer', { timeout: readingMsMax }, () => {
    for (const { packages: own, titles, sentences } of builtInApps) {
      const texts = sentences.flatMap(sentence => drawItems(honestNames, 6).map(name => filled(sentence, name)))
      const places = own.filter(name => !chats.has(name)).flatMap(name => titles.map(title => [name, title] as const))
      for (const [packageName, title] of places) {
        for (const text of texts) {
          expect(believed(packageName, text, title), `${packageName}: ${title}: ${text}`).toBe(10_017)
        }
      }
    }
  })

  const filled = (sentence: string, payer: string) =>
    sentence
      .replace('{amount}', 'Rp10.017')
      .replace('{payer}', () => payer)
      .replace('{any}', '.')

  test.each([
    'Pembayaran QRIS sebesar Rp10.017 telah diterima.',
    'Pembayaran QRIS sebesar Rp10.017 telah diterima pada 21/11/2026 pukul 14:29 WIB.',
    'Pembayaran QRIS sebesar Rp10.017 telah diterima pada 21 Nov 2026, 14.29.',
    'Pembayaran Rp10.017 telah diterima. Cek detailnya di aplikasi.',
    'Pembayaran Rp10.017 dari SITI telah diterima, terima kasih!',
    'Pembayaran QRIS Rp10.017 berhasil diterima. Saldo kamu bertambah',
    'Pembayaran QRIS Rp10.017 berhasil diterima via QRIS',
    'Pembayaran QRIS Rp10.017 berhasil diterima. No. ref 123456789012',
    '\u2068Pembayaran\u2069 QRIS sebesar Rp\u00a010.017 telah diterima.\u200e',
    'PEMBAYARAN QRIS SEBESAR RP10.017 TELAH DITERIMA',
  ])('"%s" settles with its additional text', text => {
    expect(believed('id.dana', text)).toBe(10_017)
  })
})

describe('titles of notifications', () => {
  test('every known app has titles', () => {
    expect(builtInApps.filter(({ titles }) => titles.length === 0)).toEqual([])
  })

  test('titles chosen by strangers never pass as titles of an app', () => {
    for (const packageName of builtInApps.flatMap(app => app.packages)) {
      for (const title of [
        'BUDI',
        'GoPay\u200b',
        'Dana masu\u212a',
        '\uff24\uff21\uff2e\uff21',
        'DANA\u00a0',
        'Dana  masuk',
        'Dana masuk!',
      ]) {
        expect(readSentence({ packageName, title, text: 'Kamu menerima Rp20.057 dari BUDI' }, []), title).toBeNull()
      }
    }
  })

  test('titles of a messenger prove nothing, even if a merchant teaches its sentences', () => {
    const own = [{ app: 'Bank', packages: ['com.whatsapp'], titles: ['BANK'], sentences: ['masuk {amount}'] }]
    const said = { packageName: 'com.whatsapp', title: 'BANK', text: 'Masuk Rp20.057' }
    expect(readSentence(said, own)).toMatchObject({ isDoubtful: true })
  })
})

// Names composed of the relevant pieces: the app's own sentences, amounts, cancelling words, invisible characters,
// upper and lower case.
const pieces = fc.oneof(
  fc.constantFrom(...forgedNames.map(name => name.slice(0, 80)), ...honestNames, ...takenBack, ...forgedAmounts),
  fc.constantFrom(
    'dari',
    'from',
    'received from',
    'telah diterima',
    ' telah diterima ',
    'Kamu menerima',
    'sebesar',
    ',',
    '.',
    ' ',
    '\u200b',
  ),
  fc.string({ maxLength: 12, unit: 'grapheme' }),
)
const names = fc
  .array(pieces, { minLength: 1, maxLength: 5 })
  .map(parts => parts.join(' '))
  .filter(name => /[^ \t\r\n]/.test(name))

test('no name changes the amount or the direction, or turns a refund into a payment', () => {
  const packageName = fc.constantFrom(...packages.map(app => app.packageName))
  const amounts = fc.integer({ min: 1, max: 9_999_999 })
  fc.assert(
    fc.property(packageName, names, amounts, fc.constantFrom(...incoming), (app, name, amount, said) => {
      const text = said.replace('{amount}', `Rp${amount.toLocaleString('id')}`).replace('{name}', () => name)
      expect([null, amount]).toContain(believed(app, text))
    }),
    { numRuns: 1000 },
  )
  fc.assert(
    fc.property(packageName, names, fc.constantFrom(...notIncoming), (app, name, said) => {
      // A name of punctuation only leaves a whole sentence about money, with its full stop.
      fc.pre(/[\p{L}\p{N}]/u.test(name))
      expect(
        believed(
          app,
          said.replace('{name}', () => name),
        ),
      ).toBeNull()
    }),
    { numRuns: 1000 },
  )
  fc.assert(
    fc.property(
      packageName,
      names,
      fc.constantFrom(...incoming),
      fc.constantFrom(...takenBack),
      (app, name, said, back) => {
        const text = said.replace('{amount}', 'Rp10.017').replace('{name}', () => name)
        expect(believed(app, `${text.replace(/\.$/, '')} ${back}`)).toBeNull()
      },
    ),
    { numRuns: 1000 },
  )
})

// A pattern that tries again for each character would not end within the time of a test.
test('texts of the maximum length are read', () => {
  const ends = [' telah diterima dari', '.', ':', ' .', 'x', '1', '1.', 'A ', 'a.', '\u0336', '\u200b', ' ']
  for (const end of ends) {
    for (const start of ['Pembayaran Rp1 telah diterima', 'Kamu menerima Rp1 dari ', '']) {
      expect(everywhere(`${start}${end.repeat(2000)}`.slice(0, 2000)).size).toBeGreaterThan(0)
    }
  }
})
