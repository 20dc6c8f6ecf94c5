import { makeInflectedPattern } from '../doubt.ts'

const list = (text: string) => text.trim().split(/\s+/)

/** Roots of words that return, promise, request or spend money, in any form. */
const roots = list(`
  batal gagal tolak tahan tunda proses tunggu konfirmasi verifikasi kembali balik pulang tarik retur anulir cabut
  hapus koreksi ralat sengketa klaim blokir beku hangus kadaluarsa kedaluwarsa kedaluarsa minta undang ajak tagih
  pinjam beli belanja potong debit debet keluar jadwal rencana janji salah keliru palsu tipu duplikat promo promosi
  kupon voucher diskon cashback hadiah refund reversal reverse cancel void request pending reject chargeback invite
  hold expire tangguh susul henti tinjau uji coba simulasi turun utang hutang cicil angsur denda bonus gadai undur
  setop cegah rampas sangkut kendala taksir tebus sewa bunga
`)
const stems = list(`
  cancel fail reject declin refus pend held refund revers void expir chargeback disput withdraw withdrew deduct debit
  bounc invit unsuccess duplicat await wait process schedul promis claim reward discount cashback voucher
  rollback suspend delay revok block frozen simulat demo order purchas buy bought charg loan debt borrow postpon queue
  rebat bonus coin gift incomplet invalid fraud anticipat expect forecast upcoming tomorrow later estimat spent spend
  request
`)
const doubtful = makeInflectedPattern(roots, stems)

/** Words that do not occur in notifications of received money, except in a name. */
const refused = new Set(
  list(`
  akan bakal nanti besok lusa belum belom tidak tak ga gak nggak bukan jika kalau kalo bila apabila
  andai seandainya misal misalnya menyusul mungkin ingin mau hendak harap mohon would may might should could not never
  if unless until soon will wont won't cannot can't isn't hasn't saya aku gue gua gw ane i my mine we our kami pesan
  chat message messages komentar comment bilang kata katanya says said wrote topup top-up isi poin point points koin
  kode otp pin pulsa token listrik paylater limit pajak tax fee hampir nyaris almost nearly palsu fake hoax
  besoknya berkurang h+1 h+2 h+3 interest dividen gratis free undian menangkan menang win won prize
  expired terpakai terkirim kuota emas saham reksa
`),
)

const you = new Set(list('kamu anda you lu elu kau engkau mu'))
const yours = new Set(list('kamu anda mu'))
const gives = new Set(
  list(`mengirim kirim mengirimkan mentransfer transfer membayar bayar membayarkan menarik belanja paid sent transferred
    spent bought pay send pays sends memakai menggunakan mengeluarkan menyetor`),
)
const gets = new Set(list('menerima terima nerima mendapat mendapatkan dapat dapet got received receive get have just'))
const reaches = new Set(list('ke kepada untuk to for into'))
/** Words for things that belong to the reader of a notification, or to the app. */
const own = new Set(
  list(`kamu anda you your mu kami rekening rek rekeningmu rekeningnya saldo saldomu akun akunmu dompet dompetmu kantong
    kantongmu toko tokomu merchant usaha bisnis outlet account wallet balance store shop melihat lihat cek check view
    see dalam the my detail details rincian info ewallet e-wallet aplikasi app`),
)
const taken = new Set(
  list(`masuk diterima menerima nerima penerimaan pemasukan mendapat mendapatkan dapat dapet
    bertambah nambah received receive incoming credited kredit cr sampai tiba mendarat nyampe kiriman ditambahkan added
    deposited arrived landed terima cair terisi in money-in lunas dibayar terbayar diperoleh omzet penjualan dikreditkan
    ditambah got gets dapatkan`),
)
const froms = new Set(list('dari dr from oleh by pengirim sender'))
const namePlaces = new Set(['{payer}', '{store}', '{source}'])

export type Screening = { verdict: 'money' | 'unclear' } | { verdict: 'not_money'; word: string }

/**
 * Classifies the constant words of a sentence: received money, or money that is promised, returned, requested, spent,
 * or only mentioned. `words` are its tokens in lower case, with its placeholders in braces.
 */
export function screenWords(words: readonly string[]): Screening {
  const wrong = words.find((word, index) => !word.startsWith('{') && isRefused(words, word, index))
  if (wrong !== undefined) return { verdict: 'not_money', word: wrong }
  const isTaken = words.some(word => taken.has(word))
  const away = findAway(words, isTaken)
  if (away !== null) return { verdict: 'not_money', word: away }
  const isFromPayer = words.some(
    (word, index) => froms.has(word) && /^\{(?:payer|source)\}$/.test(words[index + 1] ?? ''),
  )
  const hasPlus = words.some((word, index) => word === '+' && words[index + 1] === '{amount}')
  return { verdict: isTaken || isFromPayer || hasPlus || isSentToYou(words) ? 'money' : 'unclear' }
}

function isRefused(words: readonly string[], word: string, index: number): boolean {
  // Such as "Butuh bantuan? Tanya ...".
  if (word === '?') return !/^(?:bantuan|help)$/.test(words[index - 1] ?? '')
  if (/[“”"«»]/.test(word)) return true
  // "Segera cek saldomu" does not promise money.
  if (word === 'segera') return !/^(?:cek|lihat|buka|check|periksa)$/.test(words[index + 1] ?? '')
  if (word === 'kembali' && words[index - 1] === 'kasih') return false
  if (refused.has(word)) return true
  // "di-refund" and "d.i.b.a.t.a.l.k.a.n" mean the same as without the characters between the letters.
  return doubtful.test(word) || doubtful.test(word.replaceAll(/[^a-z]/g, '')) || word.split(/[^a-z]+/).some(isDoubtful)
}

const isDoubtful = (word: string) => word.length > 3 && doubtful.test(word)

/** Returns the word that shows that money goes to another person; null if no word does. */
function findAway(words: readonly string[], isTaken: boolean): string | null {
  return words.find((word, index) => isAway(words, word, index) || (!isTaken && isElsewhere(words, index))) ?? null
}

/** Matches "Kamu membayar" and "diterima oleh TOKO LAIN". */
function isAway(words: readonly string[], word: string, index: number): boolean {
  if (you.has(word)) {
    const verb = words.slice(index + 1, index + 4).find(each => gives.has(each) || gets.has(each))
    return verb !== undefined && gives.has(verb)
  }
  // "BUDI: dana masuk" was written by Budi; "dari BUDI: dana masuk" was not.
  if (namePlaces.has(word)) return words[index + 1] === ':' && !froms.has(words[index - 1] ?? '')
  if (word === 'top' && words[index + 1] === 'up') return true
  const isName = namePlaces.has(words[index + 1] ?? '')
  return (word === 'oleh' || word === 'by') && isName && isReceived(words[index - 1])
}

/** Matches "ke BUDI" and "di TOKO LAIN", but not "ke GoPay kamu", which is the reader's own. */
function isElsewhere(words: readonly string[], index: number): boolean {
  const [word = '', next = '', last = ''] = words.slice(index, index + 3)
  if (reaches.has(word)) return namePlaces.has(next) || !(own.has(next) || next.startsWith('{') || yours.has(last))
  return ['di', 'at', 'pada'].includes(word) && namePlaces.has(next)
}

const isReceived = (word: string | undefined) => ['diterima', 'received', 'terima'].includes(word ?? '')

/** Matches "BUDI mengirim Rp10.017 ke kamu" and "BUDI sent you Rp10.017". */
function isSentToYou(words: readonly string[]): boolean {
  return words.some((word, index) => gives.has(word) && words.slice(index + 1, index + 6).some(each => own.has(each)))
}
