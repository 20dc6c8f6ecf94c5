import { parseForm, readMacros, type SentenceForm } from './grammar.ts'

// How apps report received money, as data (grammar.ts reads the notation). A form covers a sentence from the first word
// to the last; with any additional word it is a different sentence. Slots are closed: see slots.ts.

const macros = readMacros({
  who: '(kamu|anda)',
  have: '[telah|sudah|baru [saja]] [berhasil]',
  size: '[sebesar|senilai|sejumlah|sebanyak]',
  qris: '(qris|qr) [statis|dinamis|static|dynamic]',
  from: '(dari|dr) [:] ({payer}|[norek|rekening|rek] {account}|{account} (a.n|a/n|an) [.] {payer}|<somebody>)',
  somebody: '(pelanggan|pembeli|customer|seseorang)',
  done: '[telah|sudah|udah] [berhasil|sukses] (masuk|diterima)',
  well: '[telah|sudah] (berhasil|sukses)',
  your: '(kamu|anda|mu)',
  place: '(rekening|rek|saldo|akun|dompet|kantong)',
  yours: '(rekeningmu|saldomu|akunmu|dompetmu|kantongmu|saldo tokomu|tokomu|{brandOfYours})',
  into: `(di kantong utama [<your>]
    |(ke|ke dalam) (<place> [bank] [{brand}] (<your>|{account}|aktif|utama [<your>])|<yours>|{brand} <your>
    |<place> {brand}))`,
  reference: `[no|nomor|kode|id] [.] (ref|reff|referensi|reference|transaksi|trx|transaction) [.]
    [number|no|id|nomor] [.] [:] {id}`,
  look: '(cek|lihat|check|see|view)',
  detail: `(detail|detailnya|rincian|rinciannya|saldo|saldomu|riwayat|mutasi|aplikasi|aplikasimu|selengkapnya|details)
    [transaksi|transaksimu] [{brand}] [<your>]`,
  closing: `(terima kasih|terimakasih|thank you|thanks|<well>
    |[yuk|silakan|silahkan|segera] [,] <look> <detail> [di (aplikasi [{brand}]|sini|app [{brand}]|{brand})]
      [sekarang|now]
    |(klik|ketuk|tap|tekan) [di sini|here] (untuk|to) (<look>|melihat) <detail>
    |buka [aplikasi] [{brand}] untuk (<look>|melihat) <detail>
    |saldo [{brand}] [<your>] [telah|sudah] bertambah
    |butuh bantuan ? silakan tanya jago di 1500 746
    |need help ? contact tanya jago at 1500 746)`,
  channel:
    '(qris|qr|qris {brand}|qris / bank transfer|bi-fast|bifast|bi fast|transfer bank|bank transfer|{brand} [qris])',
  end: `([.|!|,|-|—] ((pada|tanggal|tgl|on|at) {when}|{when}|(via|melalui|lewat|menggunakan|through|using) <channel>
    |<into>|<reference>|<closing>))* [.|!]`,
  money: '(transfer [dana|uang|saldo]|dana|uang|saldo [{brand}]|pembayaran [<qris>]|mutasi|transaksi|setoran/transfer)',
  sent: `(kiriman [uang|dana]|transfer [masuk|dana|uang|saldo] [{brand}]|transferan|dana [masuk]|uang
    [masuk]|saldo [{brand}]|pembayaran [<qris>])`,
})

/** Sentences common to all apps, in which the owner of the phone is the recipient. */
const received = [
  '<who> <have> (menerima|terima) [<sent>] <size> {amount} <from> [<done>] <end>',
  '[<who>] <have> (menerima|terima) <sent> <size> {amount} <from> [<done>] <end>',
  '[<who>] <have> (menerima|terima) <sent> <from> <size> {amount} <end>',
  `<who> <have> (mendapat|mendapatkan|dapat) (kiriman [uang|dana]|transfer [masuk]|transferan|pembayaran <qris>)
    <size> {amount} <from> <end>`,
  `<who> <have> (menerima|terima) (transfer [masuk|dana|uang|saldo] [{brand}]|pembayaran [<qris>]) <size>
    {amount} <end>`,
  '(berhasil|sukses) menerima (pembayaran [<qris>]|transfer) <size> {amount} [<from>] <end>',
  `[ada|terdapat] [transaksi] (<money>|qris|transaksi <qris>|{brand} qris|{brand}) masuk [{brand}] [:] <size> {amount}
    [<well>] [<into>] [<from>] [<done>] <end>`,
  'ada (uang|dana|transfer) masuk [nih|lho|loh] (!|:|,) {amount} <from> <end>',
  '(rekening|akun) <your> <have> menerima (dana|transfer [masuk|dana]) <size> {amount} <from> <end>',
  '[ada] masuk pembayaran [<qris>] <size> {amount} [<from>] <end>',
  'transfer dana masuk <size> {amount} [<well>] <from> <end>',
  '(dana|uang|transfer|pembayaran [<qris>]) (telah|sudah) [berhasil] (masuk|diterima) <size> {amount} <from> <end>',
  'saldo [{brand}] [<your>] [telah|sudah] bertambah <size> {amount} <from> <end>',
  '{brand} : {amount} [telah|sudah] [berhasil] masuk [<from>] <end>',
  '(transfer|dana|uang|pembayaran|qris) masuk <from> <size> {amount} [<done>] <end>',
  '(transfer|dana|uang|pembayaran [<qris>]|transaksi <qris>) <from> <size> {amount} <done> <end>',
  `(transfer masuk|dana masuk|uang masuk|m-transfer|money in) : [(dana|uang) <size>|<who> menerima [uang|dana] <size>]
    {amount} <from> [<done>] <end>`,
  '(dana|uang|saldo|transfer|penerimaan [dana|transfer|{brand}]) [:] <size> {amount} <from> <done> <end>',
  'penerimaan (dana|transfer|{brand}) [:] <size> {amount} [<done>] <from> <end>',
  'penerimaan (dana|transfer|{brand}) [:] <size> {amount} <done> <end>',
  'cr [:] {amount} dari {payer} <end>',
  '{amount} <from> (telah|sudah|udah) [berhasil|sukses] (masuk|diterima) <end>',
  '[uang|dana] {amount} [telah|sudah] [berhasil|sukses] diterima <from> <end>',
  '{amount} (telah|sudah|udah) [berhasil] masuk <into> [<from>] <end>',
  '[pembayaran|transaksi] [{brand}] <qris> <size> {amount} [telah|sudah] [berhasil|sukses] diterima [<from>] <end>',
  '(pembayaran|transfer) <size> {amount} [telah|sudah] [berhasil|sukses] diterima <from> <end>',
  'pembayaran [<qris>] <size> {amount} <from> <done> <end>',
  '[pembayaran|transaksi] <qris> <size> {amount} [<well>] masuk <into> <end>',
  '[transaksi berhasil] (pembayaran [<qris>]|transfer) diterima [:|!] <size> {amount} <from> <end>',
  '(pembayaran <qris>|transfer) diterima [:|!] <size> {amount} <end>',
  'pembayaran [<qris>] diterima [:|!] {amount} masuk <into> [dari qris] <end>',
  `{payer} (telah|sudah|baru saja|udah) (mengirim|mengirimkan|mentransfer|transfer) [dana|uang|saldo] <size> {amount}
    ke (<who>|rekeningmu|{brandOfYours}|<place> [{brand}] <your>) <end>`,
  `{payer} (mengirim|mengirimkan|mentransfer) [dana|uang|saldo] <size> {amount} (ke|kepada)
    (<who>|rekeningmu|{brandOfYours}|<place> [{brand}] <your>) <end>`,
  '{amount} dari {handle} (telah|sudah|udah) masuk ke {brand} <your> <end>',
  'you (received|have received|just received|have just received) {amount} from {payer} [at {category} category] <end>',
  "you've received {amount} from {payer} <end>",
  '{payer} (has sent|sent|has transferred|transferred) {amount} to (you|your account) <end>',
  '{payer} (has sent|sent) you {amount} <end>',
  '[payment of|transfer of|qris payment of] {amount} [has been|was] [successfully] received from {payer} <end>',
  '(qris payment|payment) of {amount} from {payer} [has been|was] [successfully] received <end>',
  `(credit transfer|incoming transfer|incoming payment) [of] {amount} [has been|was] [successfully] received
    [from {payer}] <end>`,
  `(incoming transfer|incoming payment|payment received|transfer received|money received) [:|of] {amount} from
    {payer} <end>`,
]

/** Sentences of banks that categorise incoming money. */
const diary = ['pemasukan <size> {amount} dari {payer} di kategori {category} <end>']

/** Sentences under a title that says that money came in; without that title they could also report a purchase. */
const underIncomingTitle = [
  '{amount} di {store} [, {storeCategory}] <end>',
  '(pembayaran [<qris>]|transaksi <qris>) diterima [:] {amount} di {store} [, {storeCategory}] <end>',
]

/**
 * Sentences of apps with which merchants receive money. A payment by QRIS names the customer's wallet or bank; as the
 * payer in any other sentence, that would be the source of an expense.
 */
const merchant = [
  '(dana|uang) masuk <size> {amount} dari qris [{source}] <end>',
  '<who> <have> (mendapat|mendapatkan) pembayaran <qris> <size> {amount} dari {source} <end>',
  '[pembayaran|transaksi] <qris> <size> {amount} dari {source} [telah|sudah] [berhasil|sukses] diterima <end>',
  '[pembayaran|transaksi] <qris> <size> {amount} [telah|sudah] [berhasil|sukses] diterima dari {source} <end>',
  '(pembayaran|transaksi) <qris> <size> {amount} [<well>] dari {payer} [<well>] <end>',
  `[pembayaran|transaksi] [<qris>] <size> {amount} [telah|sudah] [berhasil|sukses] diterima
    [pada transaksi {id}] <end>`,
  'pembayaran [<qris>] diterima [:|!] {amount} [dari qris [{source}]] <end>',
  '(pembayaran [<qris>]|transaksi <qris>) diterima [:] {amount} di {store} [, {storeCategory}] <end>',
  'pembayaran <qris> <size> {amount} atas nama (toko <your>|{store}) telah [berhasil] diterima <end>',
  '<who> <have> (menerima|terima) pembayaran <qris> <size> {amount} dari {source} <end>',
  '{payer} (telah|sudah|baru saja) membayar <size> {amount} (via|melalui|dengan|menggunakan) <qris> <end>',
  'penerimaan {brand} <size> {amount} <well> <end>',
  'payment received [:|of] {amount} <end>',
]

/** Sentences used by only one known merchant app. */
const shopeePartner = ['pembayaran <size> {amount} [telah] berhasil diterima dari shopeepay <end>']
const gofoodMerchantUnderIncomingTitle = ['{amount} [telah] berhasil diterima [. id transaksi : {code}] <end>']
const interactiveQris = ['pembayaran <qris> <size> {amount} {payer} - {source} telah [berhasil] diterima <end>']
const bniMerchant = ['transaksi [<qris>] <size> {amount} [pada {when}] dari {source} [telah] berhasil <end>']

/** DANA's business account shares the app of its wallet, and names itself. */
const danaBisnis = [
  '{amount} [dari {source}] [telah|sudah] [berhasil] diterima [oleh] dana bisnis <end>',
  'penerimaan dana bisnis <size> {amount} <well> <end>',
  'dana bisnis : pembayaran <qris> <size> {amount} [berhasil] diterima [dari {source}] <end>',
]

const briMerchantUnderIncomingTitle = ['qris {amount} berhasil <end>']

/** A transfer between a person's own bank and wallet accounts names both. */
const betweenBanks = ['<who> <have> menerima (dana|transfer [saldo]) <size> {amount} dari {brand} {fullName} <end>']

/** Sentences of apps that show a payment to the owner of the phone only if it came in. */
const transactionNumber = ['pembayaran <size> {amount} telah diterima pada transaksi {id} <end>']

const greeting = '[(yeay|hore|horee|asyik|asik|yey|hai) [!|,]] [{brand} :]'

const compiled = (list: string[]): SentenceForm[] => list.map(form => parseForm(`${greeting} ${form}`, macros))

/** Forms by the kind of app that uses them. */
export const forms = {
  received: compiled(received),
  diary: compiled(diary),
  underIncomingTitle: compiled(underIncomingTitle),
  merchant: compiled(merchant),
  shopeePartner: compiled(shopeePartner),
  bniMerchant: compiled(bniMerchant),
  interactiveQris: compiled(interactiveQris),
  gofoodMerchantUnderIncomingTitle: compiled(gofoodMerchantUnderIncomingTitle),
  briMerchantUnderIncomingTitle: compiled(briMerchantUnderIncomingTitle),
  danaBisnis: compiled(danaBisnis),
  betweenBanks: compiled(betweenBanks),
  transactionNumber: compiled(transactionNumber),
}

export type FormGroup = keyof typeof forms
