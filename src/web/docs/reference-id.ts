import { fieldSentences } from './fields-id.ts'
import type { OpenApiDocument } from './openapi-document.ts'

/**
 * The Indonesian titles and descriptions of endpoints, and the names of their groups, by the English ones of the
 * OpenAPI document.
 */
const referenceSentences: readonly (readonly [english: string, indonesian: string])[] = [
  ['Payments', 'Pembayaran'],
  ['Bills', 'Tagihan'],
  ['Account', 'Akun'],
  ['Digital products', 'Barang digital'],
  ['QRIS', 'QRIS'],
  ['Store orders', 'Pesanan toko'],
  ['Stock', 'Stok'],
  ['Events', 'Kejadian'],
  ['Endpoints', 'Webhook'],
  ['Money', 'Uang'],
  ['Create a payment', 'Buat pembayaran'],
  ['Status of one payment', 'Status satu pembayaran'],
  [
    'Why a payment is where it is: what was asked, seen, matched, sent and answered',
    'Kenapa sebuah pembayaran berstatus begitu: yang diminta, terlihat, dicocokkan, dikirim, dan dijawab',
  ],
  ['Filtered, paged payments', 'Daftar pembayaran, dengan saringan dan halaman'],
  ['Cancel a pending payment', 'Batalkan pembayaran yang menunggu'],
  ['Make a bill', 'Buat tagihan'],
  [
    'A bill lives for as long as you like and makes a payment when its payer presses the button of its ' +
      'page. Chats open every link for its preview: opening the page makes nothing. With `items` the amount ' +
      'is what they cost now; opening the bill makes an order, which holds them as long as its payment can ' +
      'be paid.',
    'Tagihan berlaku selama yang kamu mau, dan pembayarannya dibuat saat pembayar menekan tombol di ' +
      'halamannya. Aplikasi chat membuka setiap tautan untuk pratinjau: membuka halaman saja tidak membuat ' +
      'apa-apa. Dengan `items`, nominalnya harga barang sekarang; saat tagihan dibuka, barangnya dipesan dan ' +
      'ditahan selama pembayarannya bisa dibayar.',
  ],
  ['One bill, with its payments', 'Satu tagihan beserta pembayarannya'],
  ['Your bills, newest first', 'Tagihanmu, dari yang terbaru'],
  ['Change a bill, or publish a draft', 'Ubah tagihan, atau terbitkan draf'],
  [
    'What is left out stays as it is. The amounts stay once a payment of it is open or paid: money may be ' +
      'on its way.',
    'Yang tidak dikirim tidak berubah. Nominalnya tetap selama ada pembayaran yang terbuka atau lunas: ' +
      'uangnya mungkin sedang di jalan.',
  ],
  ['Close a bill', 'Tutup tagihan'],
  [
    'Its open payments are cancelled with it; money that comes for them all the same waits for review.',
    'Pembayarannya yang terbuka ikut dibatalkan; uang yang tetap masuk menunggu diperiksa.',
  ],
  ['Incoming transfers, with those that wait for a decision', 'Uang masuk, termasuk yang menunggu keputusan'],
  [
    'Accept, assign, note as returned or ignore a transfer in review',
    'Terima, tujukan, catat dikembalikan, atau abaikan uang yang perlu diperiksa',
  ],
  ['Payment methods and their availability', 'Metode bayar dan ketersediaannya'],
  ['The account, its integrations and a summary', 'Akun, integrasinya, dan ringkasan'],
  ['Statistics of payments, and the options that were chosen', 'Statistik pembayaran dan opsi yang dipilih'],
  ['Digital files', 'File digital'],
  ['Hidden contents', 'Konten tersembunyi'],
  ['Product images', 'Gambar produk'],
  ['Add a digital file', 'Tambah file digital'],
  ['Add a hidden content', 'Tambah konten tersembunyi'],
  ['Add a product image', 'Tambah gambar produk'],
  ['Static to dynamic QRIS', 'Ubah QRIS statis jadi dinamis'],
  [
    'Takes exactly one of `qris`, `image` and `image_url`; an empty one is as if it were not given.',
    'Isi tepat satu dari `qris`, `image`, dan `image_url`; yang kosong dianggap tidak dikirim.',
  ],
  ['Decode a QRIS', 'Baca isi QRIS'],
  ['Decode a QRIS from text or a picture', 'Baca isi QRIS dari teks atau gambar'],
  ['Orders, or one by its number', 'Daftar pesanan, atau satu pesanan menurut nomornya'],
  ['Complete or cancel an order', 'Selesaikan atau batalkan pesanan'],
  ['Mark an order as shipped', 'Tandai pesanan dikirim'],
  [
    'The order is `processing`, and completed once its customer says that it has arrived, or after the ' +
      'days that the shop has set. Sent again with other values it corrects them.',
    'Pesanan berstatus `processing`, dan selesai setelah pelanggan bilang sudah sampai, atau setelah batas ' +
      'hari toko. Kirim lagi dengan nilai lain untuk mengoreksinya.',
  ],
  ['What the shop sells, and how many there are', 'Barang yang dijual toko, dan jumlahnya'],
  [
    'What is sold is the same in both modes; how many there are is of the mode of the key.',
    'Barangnya sama di kedua mode; jumlahnya menurut mode key.',
  ],
  ['Say how many there are', 'Atur jumlah stok'],
  [
    'For variants that are kept by number, and for units of your server (docs/stock-webhook.md). What ' +
      'unpaid orders hold is not among them. Stock is kept for each mode: a test key sets that of test ' +
      'orders.',
    'Untuk varian yang dihitung jumlahnya, dan unit dari server-mu (docs/stock-webhook.md). Yang ditahan ' +
      'pesanan belum dibayar tidak termasuk. Stok dicatat per mode: key uji mengatur stok pesanan uji.',
  ],
  ['Let test money arrive', 'Datangkan uang mainan'],
  [
    'With a test key: the exact amount, the same after the deadline, a rupiah too little or too much, ' +
      'twice, or from another payer. It is judged as real money is.',
    'Dengan key uji: nominal pas, pas tetapi terlambat, kurang atau lebih satu rupiah, dua kali, atau dari ' +
      'pembayar lain. Dinilai seperti uang sungguhan.',
  ],
  ['What happened, oldest first', 'Yang terjadi, dari yang terlama'],
  [
    'Ask again with next_cursor, also when nothing was found: every event comes once, about a second after ' +
      'it happened.',
    'Panggil lagi dengan next_cursor, juga kalau kosong: setiap kejadian datang sekali, kira-kira sedetik ' +
      'setelah terjadi.',
  ],
  ['Send callbacks again', 'Kirim ulang callback'],
  [
    'One of invoice, failed and start_date says which. The same event id, signed anew, to the address that ' +
      'the payment has today; what waits for a retry leaves at once instead. Many are sent one call at a ' +
      'time: while others are still leaving, `rate_limited` with `Retry-After`.',
    'Pilih dengan salah satu dari invoice, failed, dan start_date. Id kejadiannya sama, ditandatangani ' +
      'lagi, ke alamat pembayaran yang sekarang; yang menunggu percobaan ulang langsung dikirim. Kiriman ' +
      'banyak diproses satu panggilan pada satu waktu: selama yang lain masih berjalan, jawabannya ' +
      '`rate_limited` dengan `Retry-After`.',
  ],
  ['Send the callback of an invented payment', 'Kirim callback pembayaran contoh'],
  [
    'Signed as any other and marked `X-Webhook-Test: 1`; one attempt, which the callback log shows.',
    'Ditandatangani seperti biasa dan ditandai `X-Webhook-Test: 1`; satu percobaan, tampil di log callback.',
  ],
  ['Make an endpoint', 'Buat webhook'],
  [
    'It is sent what happens in the mode of the key from now on. Its secret is shown in this answer alone. ' +
      'At most 20 for each mode.',
    'Mulai sekarang menerima kejadian di mode key. Secret-nya hanya tampil di jawaban ini. Paling banyak ' +
      '20 per mode.',
  ],
  [
    'Your endpoints, with the public keys that check signatures `v1a`',
    'Webhook-mu, dengan kunci publik untuk memeriksa tanda tangan `v1a`',
  ],
  ['Change an endpoint, pause it or switch it on again', 'Ubah, jeda, atau aktifkan lagi webhook'],
  ['What is left out stays as it is.', 'Yang tidak dikirim tidak berubah.'],
  ['Remove an endpoint', 'Hapus webhook'],
  [
    'What is under way to it ends, what waits for it is not sent any more.',
    'Kiriman yang sedang berjalan diselesaikan; yang menunggu tidak dikirim lagi.',
  ],
  ['Give an endpoint a new secret', 'Ganti secret webhook'],
  [
    'While both sign, `webhook-signature` has a signature of each. With `overlap_hours` 0 the old one ends at once.',
    'Selama keduanya berlaku, `webhook-signature` memuat tanda tangan keduanya. Dengan `overlap_hours` 0, ' +
      'yang lama langsung berakhir.',
  ],
  ['Send an endpoint an example of a type', 'Kirim contoh satu jenis kejadian'],
  [
    'Signed as any event and marked `X-Webhook-Test: 1`; one attempt, which list-deliveries shows.',
    'Ditandatangani seperti biasa dan ditandai `X-Webhook-Test: 1`; satu percobaan, tampil di list-deliveries.',
  ],
  [
    'What was sent to your endpoints, newest first, with each attempt',
    'Yang dikirim ke webhook-mu, dari yang terbaru, dengan setiap percobaannya',
  ],
  ['Send events to an endpoint again', 'Kirim ulang kejadian ke webhook'],
  [
    'The same id and body, signed anew. What waits for a retry leaves at once instead.',
    'Id dan isinya sama, ditandatangani lagi. Yang menunggu percobaan ulang langsung dikirim.',
  ],
  ['Erase what was sent in a delivery, and what was answered', 'Hapus isi kiriman dan jawabannya'],
  [
    'That it was sent, and when, stays. The body of the event goes with the last of its deliveries.',
    'Catatan bahwa dan kapan dikirim tetap ada. Isi kejadiannya ikut terhapus bersama kiriman terakhirnya.',
  ],
  ['How an endpoint answered on a day', 'Jawaban webhook pada satu hari'],
  ['What can be withdrawn', 'Yang bisa ditarik'],
  [
    'Money of `qris` payments alone; that of other methods goes to the merchant itself.',
    'Hanya uang pembayaran `qris`; uang metode lain langsung masuk ke merchant.',
  ],
  ['The books, newest first', 'Pembukuan, dari yang terbaru'],
  ['The books of one day as CSV', 'Pembukuan satu hari sebagai CSV'],
  [
    'In the order in which they were written, with a line of totals at the end: without it the file is cut ' +
      'off. A refusal is JSON, as everywhere.',
    'Sesuai urutan pencatatan, dengan baris total di akhir: tanpa baris itu, filenya terpotong. Penolakan ' +
      'tetap berupa JSON.',
  ],
  [
    "The money of one day: who saw it, what it paid, and what only a bank's list shows",
    'Uang satu hari: siapa yang melihatnya, apa yang dilunasinya, dan yang hanya ada di mutasi bank',
  ],
  ['Oldest first. The totals are of the whole day.', 'Dari yang terlama. Totalnya untuk seluruh hari.'],
  ['Note that you returned the money of a paid payment', 'Catat bahwa uang pembayaran sudah kamu kembalikan'],
  [
    'Sends no money. The books get one line for it, however often it is noted, and the balance stays as it ' +
      'is. A store order owes its customer nothing any more once all of its money is noted, and the customer ' +
      'is told.',
    'Tidak mengirim uang. Dibukukan satu baris, berapa kali pun dicatat, dan saldo tidak berubah. Setelah ' +
      'semua uang pesanan dicatat, tidak ada lagi yang harus dikembalikan, dan pelanggan dikabari.',
  ],
  ['Return money of a paid payment, whole or in part', 'Kembalikan uang pembayaran, semua atau sebagian'],
  [
    'If the provider of its code can send money back (Midtrans, Xendit), it is asked to: the refund is ' +
      '`requested`, then `sent`, and counts once it has `succeeded`. Otherwise no money is sent: you have ' +
      'returned it yourself, and it counts at once. However many requests arrive at once, no more is ' +
      'returned than was paid. Repeat a request that got no answer with the same `Idempotency-Key`.',
    'Kalau penyedia kodenya bisa mengembalikan uang (Midtrans, Xendit), pengembaliannya diminta ke sana: ' +
      '`requested`, lalu `sent`, dan dihitung setelah `succeeded`. Selain itu tidak ada uang yang dikirim: ' +
      'kamu yang sudah mengembalikannya, dan langsung dihitung. Berapa pun permintaan yang datang bersamaan, ' +
      'tidak ada yang dikembalikan melebihi yang dibayar. Ulangi permintaan yang tidak dijawab dengan ' +
      '`Idempotency-Key` yang sama.',
  ],
  ['Withdrawals, newest first', 'Penarikan, dari yang terbaru'],
  ['Withdraw from the balance', 'Tarik saldo'],
  [
    'Live mode only. The amount leaves the balance at once; the operator approves and sends it. A changed ' +
      'destination waits 24 hours.',
    'Hanya mode live. Nominalnya langsung keluar dari saldo; operator menyetujui dan mengirimnya. Tujuan ' +
      'yang baru diganti menunggu 24 jam.',
  ],
]

const sentences = new Map([...fieldSentences, ...referenceSentences])
const ofTypes = 'Of these types only, separated by commas: '

/** Returns an OpenAPI document with Indonesian titles, descriptions and group names; examples are unchanged. */
export function toIndonesian(document: OpenApiDocument): OpenApiDocument {
  return translateNode(document) as OpenApiDocument
}

/** Returns the Indonesian for a sentence of the document, or the sentence itself if it has none. */
function translate(sentence: string): string {
  if (sentence.startsWith(ofTypes)) return `Hanya jenis ini, dipisah koma: ${sentence.slice(ofTypes.length)}`
  return sentences.get(sentence) ?? sentence
}

function translateNode(node: unknown, name = ''): unknown {
  if (typeof node === 'string') return translatedNames.has(name) ? translate(node) : node
  if (Array.isArray(node)) return node.map(each => translateNode(each, name === 'tags' ? name : ''))
  if (node === null || typeof node !== 'object' || name === 'example') return node
  const entries = Object.entries(node).map(([key, value]) => [key, translateNode(value, keyIn(name, key))])
  return Object.fromEntries(entries)
}

const translatedNames: ReadonlySet<string> = new Set(['summary', 'description', 'tags'])

// A group of endpoints has its name in `name`, while a schema may have properties with any name.
function keyIn(parent: string, key: string): string {
  if (parent === 'tags' && key === 'name') return 'tags'
  return parent === 'properties' ? '' : key
}
