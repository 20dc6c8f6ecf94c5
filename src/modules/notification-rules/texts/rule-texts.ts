import type { TeachingRefusal } from '../../../connectors/taught-sentence.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { QuestionAnswer } from '../answer-form.ts'
import { confirmationsNeeded, newRuleDayMax, newRulePaymentMax } from '../may-pay-by-rule.ts'

const each = formatRupiah(newRulePaymentMax)
const day = formatRupiah(newRuleDayMax)

const id = {
  asks: (app: string) => `${app} memakai kalimat baru`,
  question: 'Apakah itu uang yang sudah masuk?',
  yes: 'Ya, uang masuk',
  answers: { no: 'Bukan', later: 'Nanti', never: 'Jangan pernah dari aplikasi ini' } satisfies Record<
    QuestionAnswer,
    string
  >,
  answered: {
    no: 'Dicatat: bukan uang masuk. Kamu tidak akan ditanya lagi tentang kalimat ini.',
    later: 'Baik. Kamu ditanya lagi kalau kalimat ini muncul lagi setelah satu hari.',
    never: 'Dicatat. Kamu tidak akan ditanya lagi tentang aplikasi ini.',
  } satisfies Record<QuestionAnswer, string>,
  places: {
    amount: 'nominal',
    money: 'nominal lain',
    payer: 'pembayar',
    source: 'asal',
    store: 'nama',
    when: 'waktu',
    number: 'nomor',
  } as Record<string, string>,
  waited: (invoices: string) => `Yang ditunggu saat itu: ${invoices}`,
  waitedNone: 'Saat itu tidak ada pembayaran yang menunggu nominal ini.',
  ruleIs: 'Aturannya: seluruh notifikasi harus persis begini. Hanya yang ditandai boleh berganti.',
  reads: (amount: string, payer: string | null) =>
    payer === null ? `Dibaca: ${amount} masuk.` : `Dibaca: ${amount} masuk dari ${payer}.`,
  tried: (wordings: number, hostile: number) =>
    `Sudah dicoba pada ${wordings} kalimat uang masuk dan ${hostile} kalimat jebakan: tidak ada yang salah dibaca.`,
  shadow: (count: number, waiting: number) =>
    `Dalam tujuh hari terakhir aturan ini membaca ${count} notifikasi, ${waiting} di antaranya ditunggu pembayaran.`,
  limits:
    `Sampai kamu memastikan ${confirmationsNeeded} pembayarannya, aturan ini melunasi paling banyak ${each} ` +
    `sekali dan ${day} sehari. Selebihnya menunggu kamu periksa.`,
  unlimited: 'Batas aturan baru sudah tidak berlaku.',
  make: 'Buat aturan',
  makeTitle: 'Buat aturan ini?',
  makeSure:
    'Mulai sekarang notifikasi seperti ini melunasi pembayaran. Lanjutkan hanya kalau uangnya sudah kamu lihat masuk.',
  made: 'Aturan dibuat. Notifikasi yang belum terbaca sudah dibaca ulang.',
  refusedTitle: 'Aturan tidak bisa dibuat dari notifikasi ini',
  contradicted: 'Aturannya juga akan membaca notifikasi yang kamu jawab bukan uang.',
  gone: 'Isi notifikasinya sudah dihapus. Tunggu sampai muncul lagi.',
  refusals: {
    chat: () => 'Di aplikasi ini orang lain bisa menulis pesan, jadi isinya tidak pernah dipercaya.',
    no_amount: () => 'Tidak ada nominal dalam angka yang bisa dibaca.',
    two_amounts: () => 'Ada beberapa nominal, dan tidak jelas mana yang masuk.',
    few_words: () => 'Hampir tidak ada kata yang tetap, jadi aturannya akan cocok dengan apa saja.',
    too_long: () => 'Notifikasinya terlalu panjang.',
    not_money: word => `Kata “${word}” berarti janji, pengembalian, pembelian, atau pesan seseorang.`,
    unclear: () =>
      'Tidak ada kata yang mengatakan uang sudah masuk, dan tidak ada pembayaran yang menunggu nominal ini.',
    hostile: word => `Aturannya juga akan menerima “${word}”.`,
  } as Record<TeachingRefusal, (word: string) => string>,
}

const en: typeof id = {
  asks: app => `${app} uses a new wording`,
  question: 'Is that money that came in?',
  yes: 'Yes, it is',
  answers: { no: 'No', later: 'Later', never: 'Never from this app' },
  answered: {
    no: 'Noted: it is not money. You will not be asked about this wording again.',
    later: 'All right. You will be asked again if the wording comes back after a day.',
    never: 'Noted. You will not be asked about this app again.',
  },
  places: {
    amount: 'amount',
    money: 'other amount',
    payer: 'payer',
    source: 'source',
    store: 'name',
    when: 'time',
    number: 'number',
  },
  waited: invoices => `Waiting at that time: ${invoices}`,
  waitedNone: 'No payment was waiting for this amount at that time.',
  ruleIs: 'The rule: a notification must read exactly like this. Only the marked parts may differ.',
  reads: (amount, payer) =>
    payer === null ? `Read as: ${amount} came in.` : `Read as: ${amount} came in from ${payer}.`,
  tried: (wordings, hostile) =>
    `Tested on ${wordings} texts about incoming money and ${hostile} traps: none was misread.`,
  shadow: (count, waiting) =>
    `Within the last seven days this rule reads ${count} notifications; payments were waiting for ${waiting} of them.`,
  limits:
    `Until you confirm ${confirmationsNeeded} of its payments, this rule settles at most ${each} at once and ${day} ` +
    'a day. The rest waits in review.',
  unlimited: 'The limits of a new rule have ended.',
  make: 'Create the rule',
  makeTitle: 'Create this rule?',
  makeSure:
    'From now on, notifications like this mark payments as paid. Continue only if you have seen this money arrive.',
  made: 'The rule has been created. Unreadable notifications have been read again.',
  refusedTitle: 'No rule can be created from this notification',
  contradicted: 'The rule would also match a notification that you marked as not money.',
  gone: 'The text of the notification was deleted. Wait until it appears again.',
  refusals: {
    chat: () => 'Other people can write messages in this app, so its notifications are never trusted.',
    no_amount: () => 'It has no amount in digits that can be read.',
    two_amounts: () => 'It has several amounts, and it is not clear which one came in.',
    few_words: () => 'Hardly any word stays the same, so the rule would match everything.',
    too_long: () => 'The notification is too long.',
    not_money: word => `“${word}” suggests a promise, a refund, a purchase, or a message from a person.`,
    unclear: () => 'Nothing in it says that money came in, and no payment was waiting for this amount.',
    hostile: word => `The rule would also accept “${word}”.`,
  },
}

export const ruleTexts = { id, en }
export type RuleTexts = typeof id

/** Renders a sentence with its placeholders marked. */
export function markPlaces(sentence: string, t: RuleTexts, mark: (name: string) => Html): Html[] {
  return sentence
    .split(/\{([a-z]+)\}/)
    .map((piece, index) => (index % 2 === 1 ? mark(t.places[piece] ?? piece) : html`${piece}`))
}
