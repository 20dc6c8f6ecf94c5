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
    'Why a payment is in its current state: what was requested, seen, matched, sent and answered',
    'Kenapa sebuah pembayaran berstatus begitu: yang diminta, terlihat, dicocokkan, dikirim, dan dijawab',
  ],
  ['Payments, with filters and pagination', 'Daftar pembayaran, dengan saringan dan halaman'],
  ['Cancel a pending payment', 'Batalkan pembayaran yang menunggu'],
  ['Create a bill', 'Buat tagihan'],
  [
    'A bill stays open as long as you like; a payment is created when the payer presses the button on its page. ' +
      'Opening the page creates nothing, because chat apps open every link to preview it. With `items`, the amount ' +
      'is their current price; pressing the button also places an order, which reserves the items while its payment ' +
      'can be paid.',
    'Tagihan berlaku selama yang kamu mau, dan pembayarannya dibuat saat pembayar menekan tombol di ' +
      'halamannya. Aplikasi chat membuka setiap tautan untuk pratinjau: membuka halaman saja tidak membuat ' +
      'apa-apa. Dengan `items`, nominalnya harga barang sekarang; saat tagihan dibuka, barangnya dipesan dan ' +
      'ditahan selama pembayarannya bisa dibayar.',
  ],
  ['One bill, with its payments', 'Satu tagihan beserta pembayarannya'],
  ['Your bills, newest first', 'Tagihanmu, dari yang terbaru'],
  ['Change a bill, or publish a draft', 'Ubah tagihan, atau terbitkan draf'],
  [
    'Omitted fields do not change. The amounts cannot change once one of its payments is open or paid, because ' +
      'money may be on its way.',
    'Yang tidak dikirim tidak berubah. Nominalnya tetap selama ada pembayaran yang terbuka atau lunas: ' +
      'uangnya mungkin sedang di jalan.',
  ],
  ['Close a bill', 'Tutup tagihan'],
  [
    'Its open payments are cancelled with it; money that arrives for them anyway waits for review.',
    'Pembayarannya yang terbuka ikut dibatalkan; uang yang tetap masuk menunggu diperiksa.',
  ],
  ['Incoming transfers, including those that wait for a decision', 'Uang masuk, termasuk yang menunggu keputusan'],
  [
    'Accept, assign or ignore a transfer in review, or record it as returned',
    'Terima, tujukan, catat dikembalikan, atau abaikan uang yang perlu diperiksa',
  ],
  ['Payment methods and their availability', 'Metode bayar dan ketersediaannya'],
  ['The account, its integrations and a summary', 'Akun, integrasinya, dan ringkasan'],
  ['Payment statistics, and how often each option was chosen', 'Statistik pembayaran dan opsi yang dipilih'],
  ['Digital files', 'File digital'],
  ['Hidden content', 'Konten tersembunyi'],
  ['Product images', 'Gambar produk'],
  ['Add a digital file', 'Tambah file digital'],
  ['Add hidden content', 'Tambah konten tersembunyi'],
  ['Add a product image', 'Tambah gambar produk'],
  ['Convert a static QRIS to a dynamic one', 'Ubah QRIS statis jadi dinamis'],
  [
    'Takes exactly one of `qris`, `image` and `image_url`; an empty one counts as omitted.',
    'Isi tepat satu dari `qris`, `image`, dan `image_url`; yang kosong dianggap tidak dikirim.',
  ],
  ['Decode a QRIS', 'Baca isi QRIS'],
  ['Decode a QRIS from text or a picture', 'Baca isi QRIS dari teks atau gambar'],
  ['Orders, or a single one by its number', 'Daftar pesanan, atau satu pesanan menurut nomornya'],
  ['Complete or cancel an order', 'Selesaikan atau batalkan pesanan'],
  ['Mark an order as shipped', 'Tandai pesanan dikirim'],
  [
    'The order becomes `processing`. It is completed once the customer confirms that it has arrived, or after the ' +
      'number of days set by the shop. Send the request again with other values to correct them.',
    'Pesanan berstatus `processing`, dan selesai setelah pelanggan bilang sudah sampai, atau setelah batas ' +
      'hari toko. Kirim lagi dengan nilai lain untuk mengoreksinya.',
  ],
  ['What the shop sells, with available quantities', 'Barang yang dijual toko, dan jumlahnya'],
  [
    "Both modes sell the same products; the quantities are those of the key's mode.",
    'Barangnya sama di kedua mode; jumlahnya menurut mode key.',
  ],
  ['Set the stock of a variant', 'Atur jumlah stok'],
  [
    'For variants with counted stock, and for units that your server provides (docs/stock-webhook.md). Units ' +
      'reserved by unpaid orders are not included. Each mode has its own stock: a test key sets the stock for test ' +
      'orders.',
    'Untuk varian yang dihitung jumlahnya, dan unit dari server-mu (docs/stock-webhook.md). Yang ditahan ' +
      'pesanan belum dibayar tidak termasuk. Stok dicatat per mode: key uji mengatur stok pesanan uji.',
  ],
  ['Simulate incoming test money', 'Datangkan uang mainan'],
  [
    'Requires a test key. Sends the exact amount, the same after the deadline, one rupiah too little or too much, ' +
      'the amount twice, or money from another payer. It is handled like real money.',
    'Dengan key uji: nominal pas, pas tetapi terlambat, kurang atau lebih satu rupiah, dua kali, atau dari ' +
      'pembayar lain. Dinilai seperti uang sungguhan.',
  ],
  ['Events, oldest first', 'Yang terjadi, dari yang terlama'],
  [
    'Call it again with next_cursor, even after an empty page: every event is returned once, about a second after ' +
      'it happened.',
    'Panggil lagi dengan next_cursor, juga kalau kosong: setiap kejadian datang sekali, kira-kira sedetik ' +
      'setelah terjadi.',
  ],
  ['Resend callbacks', 'Kirim ulang callback'],
  [
    'Select the callbacks with one of invoice, failed and start_date. Each is sent with the same event id and a ' +
      "new signature to the payment's current address; a callback that is waiting for a retry is sent immediately " +
      'instead. Only one call at a time may send several callbacks: until it has finished, others get ' +
      '`rate_limited` with `Retry-After`.',
    'Pilih dengan salah satu dari invoice, failed, dan start_date. Id kejadiannya sama, ditandatangani ' +
      'lagi, ke alamat pembayaran yang sekarang; yang menunggu percobaan ulang langsung dikirim. Kiriman ' +
      'banyak diproses satu panggilan pada satu waktu: selama yang lain masih berjalan, jawabannya ' +
      '`rate_limited` dengan `Retry-After`.',
  ],
  ['Send a callback for a sample payment', 'Kirim callback pembayaran contoh'],
  [
    'Signed like any other callback and marked with `X-Webhook-Test: 1`; one attempt, which the callback log shows.',
    'Ditandatangani seperti biasa dan ditandai `X-Webhook-Test: 1`; satu percobaan, tampil di log callback.',
  ],
  ['Create a webhook endpoint', 'Buat webhook'],
  [
    "The endpoint receives events of the key's mode from now on. Its secret is returned only in this response. At " +
      'most 20 endpoints per mode.',
    'Mulai sekarang menerima kejadian di mode key. Secret-nya hanya tampil di jawaban ini. Paling banyak ' +
      '20 per mode.',
  ],
  [
    'Your webhook endpoints, with the public keys to verify `v1a` signatures',
    'Webhook-mu, dengan kunci publik untuk memeriksa tanda tangan `v1a`',
  ],
  ['Change, pause or re-enable a webhook endpoint', 'Ubah, jeda, atau aktifkan lagi webhook'],
  ['Omitted fields do not change.', 'Yang tidak dikirim tidak berubah.'],
  ['Delete a webhook endpoint', 'Hapus webhook'],
  [
    'Deliveries in progress are finished; waiting deliveries are no longer sent.',
    'Kiriman yang sedang berjalan diselesaikan; yang menunggu tidak dikirim lagi.',
  ],
  ['Rotate the secret of a webhook endpoint', 'Ganti secret webhook'],
  [
    'While both secrets are valid, `webhook-signature` contains one signature of each. With `overlap_hours` 0, ' +
      'the old secret expires immediately.',
    'Selama keduanya berlaku, `webhook-signature` memuat tanda tangan keduanya. Dengan `overlap_hours` 0, ' +
      'yang lama langsung berakhir.',
  ],
  ['Send a sample event to a webhook endpoint', 'Kirim contoh satu jenis kejadian'],
  [
    'Signed like any event and marked with `X-Webhook-Test: 1`; one attempt, which list-deliveries shows.',
    'Ditandatangani seperti biasa dan ditandai `X-Webhook-Test: 1`; satu percobaan, tampil di list-deliveries.',
  ],
  [
    'Deliveries to your webhook endpoints, newest first, with each attempt',
    'Yang dikirim ke webhook-mu, dari yang terbaru, dengan setiap percobaannya',
  ],
  ['Resend events to a webhook endpoint', 'Kirim ulang kejadian ke webhook'],
  [
    'Each is sent with the same id and body and a new signature. A delivery that is waiting for a retry is sent ' +
      'immediately instead.',
    'Id dan isinya sama, ditandatangani lagi. Yang menunggu percobaan ulang langsung dikirim.',
  ],
  ['Erase the content of a delivery and its responses', 'Hapus isi kiriman dan jawabannya'],
  [
    "The record that it was sent, and when, is kept. The event's body is erased with the last of its deliveries.",
    'Catatan bahwa dan kapan dikirim tetap ada. Isi kejadiannya ikut terhapus bersama kiriman terakhirnya.',
  ],
  ['Statistics of a webhook endpoint for one day', 'Jawaban webhook pada satu hari'],
  ['The balance that can be withdrawn', 'Yang bisa ditarik'],
  [
    'Includes only money of `qris` payments; money of other methods goes directly to the merchant.',
    'Hanya uang pembayaran `qris`; uang metode lain langsung masuk ke merchant.',
  ],
  ['The books, newest first', 'Pembukuan, dari yang terbaru'],
  ['The books of one day as CSV', 'Pembukuan satu hari sebagai CSV'],
  [
    'Lines are in the order in which they were recorded, and a line of totals ends the file: if it is missing, ' +
      'the file is truncated. Errors are JSON, as everywhere.',
    'Sesuai urutan pencatatan, dengan baris total di akhir: tanpa baris itu, filenya terpotong. Penolakan ' +
      'tetap berupa JSON.',
  ],
  [
    'The money of one day: who reported it, what it paid, and what only a bank statement shows',
    'Uang satu hari: siapa yang melihatnya, apa yang dilunasinya, dan yang hanya ada di mutasi bank',
  ],
  ['Oldest first. The totals are for the whole day.', 'Dari yang terlama. Totalnya untuk seluruh hari.'],
  ['Record that you returned the money of a paid payment', 'Catat bahwa uang pembayaran sudah kamu kembalikan'],
  [
    'Sends no money. The books get a single line for it, even if it is recorded repeatedly, and the balance does ' +
      'not change. Once all money of a store order is recorded as returned, its customer is owed nothing and is ' +
      'notified.',
    'Tidak mengirim uang. Dibukukan satu baris, berapa kali pun dicatat, dan saldo tidak berubah. Setelah ' +
      'semua uang pesanan dicatat, tidak ada lagi yang harus dikembalikan, dan pelanggan dikabari.',
  ],
  ['Refund a paid payment, in full or in part', 'Kembalikan uang pembayaran, semua atau sebagian'],
  [
    "If the payment's provider supports refunds (Midtrans, Xendit), the refund is sent through it: it is " +
      '`requested`, then `sent`, and counts once it has `succeeded`. Otherwise no money is sent: you have returned ' +
      'it yourself, and it counts immediately. Simultaneous requests never refund more than was paid. If a request ' +
      'gets no response, repeat it with the same `Idempotency-Key`.',
    'Kalau penyedia kodenya bisa mengembalikan uang (Midtrans, Xendit), pengembaliannya diminta ke sana: ' +
      '`requested`, lalu `sent`, dan dihitung setelah `succeeded`. Selain itu tidak ada uang yang dikirim: ' +
      'kamu yang sudah mengembalikannya, dan langsung dihitung. Berapa pun permintaan yang datang bersamaan, ' +
      'tidak ada yang dikembalikan melebihi yang dibayar. Ulangi permintaan yang tidak dijawab dengan ' +
      '`Idempotency-Key` yang sama.',
  ],
  ['Withdrawals, newest first', 'Penarikan, dari yang terbaru'],
  ['Withdraw from the balance', 'Tarik saldo'],
  [
    'Live mode only. The amount is deducted from the balance immediately; the operator approves and sends it. ' +
      'After a change of the destination, approval waits 24 hours.',
    'Hanya mode live. Nominalnya langsung keluar dari saldo; operator menyetujui dan mengirimnya. Tujuan ' +
      'yang baru diganti menunggu 24 jam.',
  ],
]

const sentences = new Map([...fieldSentences, ...referenceSentences])
const ofTypes = 'Only events of these types, separated by commas: '

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
