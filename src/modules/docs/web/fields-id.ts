/**
 * The Indonesian sentences about fields, by the English ones of the OpenAPI document. The document itself stays
 * English, because programs and SDKs read it; the pages under `/docs` show these sentences to Indonesian readers.
 */
export const fieldSentences: readonly (readonly [english: string, indonesian: string])[] = [
  [
    'A request repeated with the same key within a day gets the first response',
    'Permintaan yang dikirim ulang dengan kunci sama dalam sehari mendapat jawaban yang pertama',
  ],
  [
    'Whole rupiah; at most 500000 for qris and all; for other methods, at most the max_amount of get-payment-methods',
    'Rupiah bulat; paling banyak 500000 untuk qris dan all, untuk yang lain max_amount dari get-payment-methods',
  ],
  ['Payment description', 'Keterangan pembayaran'],
  [
    'Address that receives the callback; defaults to the address of the account',
    'Menerima callback; kalau tidak diisi, alamat bawaan akun',
  ],
  [
    'Where the payment page links to once the payment has ended; invoice, status and signature are added',
    'Tujuan halaman bayar setelah selesai, ditambah invoice, status, dan signature',
  ],
  ['Digital file released after payment', 'Barang digital yang dibuka setelah lunas'],
  ['Hidden content revealed after payment', 'Konten tersembunyi yang dibuka setelah lunas'],
  ['Image shown on the payment page', 'Gambar di halaman bayar'],
  [
    'A method id from get-payment-methods; defaults to the first method available to the account',
    'Id metode dari get-payment-methods; kalau kosong, metode pertama yang bisa dipakai akun',
  ],
  [
    "Convert the merchant's own static QRIS to one that contains the amount",
    'Ubah QRIS statis milik merchant jadi QRIS yang berisi nominal',
  ],
  ['Static QRIS to convert (`verification` edition)', 'QRIS statis yang diubah (edisi verification)'],
  [
    "The merchant's own id; in each account and mode, only one payment that is open, or paid and not refunded, " +
      'can have it',
    'Id milikmu: hanya satu pembayaran akun dan mode ini yang memakainya selama terbuka, atau lunas dan ' +
      'tidak dikembalikan',
  ],
  [
    'With a reference: returns the payment that has it if it is open, or paid and not refunded, and creates one ' +
      'only if all earlier ones were cancelled, refunded or expired unpaid',
    'Dengan reference: mengembalikan pembayarannya selama terbuka, atau lunas dan tidak dikembalikan; yang ' +
      'baru dibuat hanya kalau semua yang lama batal, kedaluwarsa, atau sudah dikembalikan',
  ],
  [
    "The merchant's own data: up to 20 strings of at most 200 characters, returned in responses and callbacks",
    'Milikmu: sampai 20 teks, masing-masing paling panjang 200 karakter; ikut di jawaban dan callback',
  ],
  ['Success', 'Berhasil'],
  ['Identifies this request in our logs', 'Nama permintaan ini di log kami'],
  [
    '`true` if an earlier request with the same Idempotency-Key did the work; a payment is returned in its ' +
      'current state',
    '`true` kalau permintaan sebelumnya dengan Idempotency-Key yang sama sudah mengerjakannya; pembayaran ' +
      'tampil seperti keadaannya sekarang',
  ],
  ['Always true if the status is 200', 'Selalu true kalau statusnya 200'],
  ['Unique invoice identifier', 'Id tagihan'],
  ['Whole rupiah', 'Rupiah bulat'],
  ['Amount to pay, in whole rupiah', 'Yang harus dibayar, dalam rupiah bulat'],
  ['A payment method id from get-payment-methods', 'Id metode bayar, seperti di get-payment-methods'],
  ['YYYY-MM-DD HH:MM:SS in the time zone of the installation', 'YYYY-MM-DD HH:MM:SS menurut zona waktu instalasi'],
  ["The provider's reference number of the money, once paid", 'Nomor referensi pembayaran, setelah lunas'],
  [
    "When money was last refunded; the payment's status remains `paid`",
    'Kapan terakhir dikembalikan; statusnya tetap `paid`',
  ],
  ['Total amount refunded; null if nothing was', 'Jumlah yang sudah dikembalikan; null kalau tidak ada'],
  ['Refunds, including requested ones, oldest first', 'Yang sudah dan akan dikembalikan, dari yang terlama'],
  ["The merchant's own id", 'Id milikmu'],
  ["The merchant's own data", 'Teks milikmu'],
  [
    'The code belongs to another merchant, which the operator allows for this account; its money is not visible ' +
      'here, so a person confirms the payment by hand',
    'Kodenya milik merchant lain, dengan izin operator: uangnya tidak terlihat di sini, jadi pembayaran ' +
      'dikonfirmasi manual',
  ],
  ['The amounts that the verdict is about', 'Uang yang dimaksud'],
  [
    'The time up to which every source of its money has been checked',
    'Sampai kapan semua tempat uangnya bisa masuk sudah diperiksa',
  ],
  [
    'Unreadable notifications that may report its money, newest first, without their text',
    'Notifikasi yang mungkin tentang uangnya tetapi tidak terbaca, dari yang terbaru; tanpa isinya',
  ],
  [
    'Other apps on that phone, which the connection does not read, and how many notifications each has shown ' +
      'since then',
    'Aplikasi di HP itu yang tidak didengarkan koneksi, dan berapa kali masing-masing memberi notifikasi',
  ],
  ['Oldest first', 'Dari yang terlama'],
  [
    "Search in the invoice id, description, customer's name, e-mail and phone, reference and metadata",
    'Dicari di id tagihan, keterangan, nama, email dan telepon pelanggan, reference, dan metadata',
  ],
  ['Only payments with this reference, newest first', 'Semua pembayaran dengan reference ini, dari yang terbaru'],
  ['The first day, in the time zone of the installation', 'Hari pertama, menurut zona waktu instalasi'],
  ['The last day', 'Hari terakhir'],
  [
    'next_cursor of the previous page; distant pages load as fast as the first',
    'next_cursor halaman sebelumnya: halaman yang jauh dibaca secepat yang pertama',
  ],
  [
    'False if a search has so many results that only the newest were counted',
    'False kalau hasilnya begitu banyak sehingga hanya yang terbaru dihitung',
  ],
  [
    'Pass it as cursor to get the next page; null after the last page',
    'Kirim sebagai cursor untuk halaman berikutnya; null setelah yang terakhir',
  ],
  [
    '`open` if the bill has a range of amounts, otherwise `once`',
    '`open` kalau nominalnya berupa rentang, selain itu `once`',
  ],
  [
    'Instead of an amount: goods from the catalogue, at their current prices',
    'Pengganti nominal: barang dari katalog, dengan harga sekarang',
  ],
  [
    "The variant's key; optional if the product has only one variant",
    'Kuncinya; tidak perlu kalau produknya hanya punya satu varian',
  ],
  ['Defaults to 1', 'Kalau tidak diisi, 1'],
  ['Its options, each prefixed with its group: `milk:oat`', 'Opsinya, masing-masing setelah grupnya: `milk:oat`'],
  ['Allow payment in parts, each of at least Rp 1.000', 'Boleh dicicil, setiap kali Rp 1.000 atau lebih'],
  [
    'A draft cannot be opened until `update-bill` publishes it',
    'Belum bisa dibuka sampai diterbitkan dengan `update-bill`',
  ],
  ['With max_amount: the payer chooses the amount', 'Bersama max_amount: pembayar menentukan nominalnya'],
  ['The amount that its page suggests', 'Usulan di halamannya'],
  ['Name of the customer whom the bill is for', 'Untuk siapa'],
  [
    'The last day on which payment is on time; it can still be paid later',
    'Hari jatuh temponya; sesudahnya tetap bisa dibayar',
  ],
  [
    "Send reminders to the payer in the shop's chat, if the phone number belongs to a customer",
    'Pembayarnya diingatkan di chat toko, kalau nomornya milik pelanggan',
  ],
  ['The last day on which the bill can be opened', 'Hari terakhir bisa dibuka'],
  ["The merchant's own data, copied to the bill's payments", 'Teks milikmu, ikut di semua pembayarannya'],
  ['Details that the payer is asked for', 'Yang ditanyakan ke pembayar'],
  ['Text shown once the bill is paid', 'Ditampilkan setelah lunas'],
  ['The bill is closed after this many payments', 'Ditutup setelah sekian pembayaran'],
  [
    'A readable name for its address, for a bill that many people may pay',
    'Nama di alamatnya, untuk tagihan yang dibayar banyak orang',
  ],
  ["The bill's id", 'Id tagihannya'],
  ['The last part of its address', 'Bagian akhir alamatnya'],
  [
    "Search in the id, title and reference, and in the customer's name and phone",
    'Dicari di id, judul, reference, serta nama dan telepon pembayarnya',
  ],
  ['True publishes a draft', 'True menerbitkan draf'],
  [
    'Transfers that belong, or probably belong, to this payment',
    'Uang untuk pembayaran ini, yang pasti maupun yang mungkin',
  ],
  ['Only for assign: the payment that the money is for', 'Hanya untuk assign: pembayaran yang dimaksud'],
  [
    'For accept or assign, after `payment_replaced` was returned: the payment that replaced the one to be paid',
    'Untuk accept atau assign, setelah penolakan `payment_replaced` menyebutnya: pembayaran pengganti dari ' +
      'yang tetap mau dilunasi',
  ],
  ['The reason, for anyone who reads the books later', 'Alasannya, untuk yang membaca pembukuan nanti'],
  ['Keyed by method id', 'Per id metode'],
  ['Only active items', 'Hanya yang aktif'],
  ['Number of items returned', 'Jumlah yang dikembalikan'],
  ['The file to sell, at most 50 MiB', 'File yang dijual, paling besar 50 MiB'],
  [
    "File name of the customer's copy; defaults to the name of the uploaded file",
    'Nama file yang diterima pelanggan; kalau tidak diisi, nama file yang diunggah',
  ],
  [
    'Shown to the customer after payment; a body that is a single http or https address becomes a link',
    'Ditampilkan ke pembayar; isi berupa satu alamat http atau https jadi tautan',
  ],
  ['JPEG, PNG, GIF or WebP', 'JPEG, PNG, GIF, atau WebP'],
  ['Defaults to the name of the uploaded file', 'Kalau tidak diisi, nama file yang diunggah'],
  ['Base64, or a data: URL', 'Base64, atau alamat data:'],
  [
    "Whether to send the customer a message; if false, a message that shows this order's code is still updated, " +
      'without the reason',
    'Apakah pelanggan dikirimi pesan. Kalau false, pesan yang memuat kode pesanan ini tetap diperbarui, ' +
      'tanpa alasannya',
  ],
  ['`own` for your own courier', '`own` untuk kurir sendiri'],
  [
    "Starts with `https://`; defaults to the courier's tracking page, if it has one",
    'Diawali `https://`. Kalau tidak diisi: halaman kurirnya, kalau ada',
  ],
  [
    'Whether to send the customer a message with courier, number and link',
    'Apakah pelanggan dikirimi kurir, nomor resi, dan tautannya',
  ],
  [
    'When it was handed to a courier; the status remains `processing`',
    'Kapan diserahkan ke kurir; statusnya tetap `processing`',
  ],
  [
    "When it arrived, as confirmed by the customer or assumed after the shop's waiting time",
    'Kapan sampai, menurut pelanggan atau batas hari toko',
  ],
  ['Only the variants of the product with this key', 'Varian dari produk dengan kunci ini'],
  ['Only the variants with this barcode', 'Varian dengan barcode ini'],
  ['The number that can be ordered from now on', 'Berapa yang bisa dipesan mulai sekarang'],
  [
    'Instead of available: the number to add, or to subtract if negative',
    'Pengganti available: ditambah atau dikurangi sekian',
  ],
  ['How the money arrives; defaults to exact', 'Yang terjadi dengan uangnya; kalau tidak diisi, exact'],
  [
    'next_cursor of the previous response; `now` for events from now on; if omitted, starts at the first event',
    'next_cursor jawaban sebelumnya; `now` untuk yang terjadi mulai sekarang; tanpa isi, dari kejadian pertama',
  ],
  [
    'Requires a test key: returns each event with its callback and the message that a webhook endpoint receives, ' +
      'signed now',
    'Dengan key uji: setiap kejadian beserta callback dan bentuk untuk webhook, ditandatangani saat ini',
  ],
  ['Pass it as cursor to continue, now or later', 'Kirim sebagai cursor untuk melanjutkan, sekarang atau nanti'],
  ['Whether more events already exist', 'Apakah masih ada lagi'],
  ['The payment whose callback is resent', 'Pembayaran yang callback-nya dikirim ulang'],
  [
    'True to resend all callbacks that failed and will not be retried',
    'True untuk mengirim ulang semua callback yang gagal dan tidak dicoba lagi',
  ],
  ['The first day of a range whose callbacks are resent', 'Hari pertama dari rentang yang callback-nya dikirim ulang'],
  ['The last day of the range; defaults to today', 'Hari terakhirnya; kalau tidak diisi, hari ini'],
  ['Number of callbacks that are being sent', 'Berapa callback yang dikirim'],
  [
    'Where to send it; defaults to the address of the account',
    'Alamat tujuannya; kalau tidak diisi, alamat bawaan akun',
  ],
  [
    'The invoice id of the sample payment, as shown in the callback log',
    'Dari pembayaran contoh, seperti di log callback',
  ],
  [
    'The event types to send; if omitted, all types, including future ones',
    'Jenis yang dikirim; kalau tidak diisi, semua, termasuk yang baru nanti',
  ],
  ['Detected from the address if omitted', 'Kalau tidak diisi, dikenali dari alamatnya'],
  ['Language of messages to a chat', 'Bahasa kalimat di chat'],
  ['Defaults to true', 'Kalau tidak diisi, true'],
  [
    'Secret for `v1` signatures; returned only once: a repeated request with the same Idempotency-Key gets null',
    'Menandatangani kiriman, `v1`; tampil sekali ini saja: permintaan ulang dengan Idempotency-Key yang ' +
      'sama mendapat null',
  ],
  ['Null for all types, including future ones', 'Null untuk semua, termasuk yang baru nanti'],
  [
    'False pauses it: new events are not queued for it, and waiting deliveries continue once it is true again',
    'False menjedanya: kejadian selama jeda tidak dikirim, yang sudah menunggu dilanjutkan setelah true',
  ],
  [
    'How many hours the old secret remains valid; defaults to 24',
    'Berapa jam yang lama masih ikut menandatangani; kalau tidak diisi, 24',
  ],
  ['Both secrets sign until then', 'Sampai saat itu keduanya menandatangani'],
  ['From this time, or from the start of this day', 'Mulai saat ini, atau dari awal hari ini'],
  ['Before this time, or until the end of this day', 'Sebelum saat ini, atau sampai akhir hari ini'],
  ['next_cursor of the previous response', 'next_cursor jawaban sebelumnya'],
  [
    'Pass it as cursor to get older ones; null after the oldest',
    'Kirim sebagai cursor untuk yang lebih lama; null setelah yang terlama',
  ],
  ['The delivery to resend', 'Yang ini'],
  [
    'Instead of delivery_id: resend all deliveries to this endpoint that have failed permanently since `failed_since`',
    'Sebagai gantinya: semua milik webhook ini yang gagal total sejak `failed_since`',
  ],
  [
    'Only deliveries that failed permanently at or after this time, or on or after this day',
    'Gagal total pada saat ini atau sesudahnya, atau sejak hari ini',
  ],
  ['Number of deliveries that are being sent', 'Berapa yang dikirim'],
  ['Defaults to today', 'Kalau tidak diisi, hari ini'],
  ['Successful attempts', 'Percobaan yang diterima'],
  ['Failed attempts', 'Percobaan yang tidak diterima'],
  ['Median duration of the successful attempts', 'Separuh dari yang diterima selesai dalam waktu ini'],
  ['Withdrawals that are requested or approved', 'Diminta dan disetujui'],
  ['The day, in the time zone of the installation', 'Menurut zona waktu instalasi'],
  [
    'CSV (RFC 4180) that starts with the column names and ends with a line of totals',
    'Baris CSV (RFC 4180): nama kolom di awal, total di akhir',
  ],
  [
    'Whether a bank statement covers money of the day; otherwise `not_in_list` has no meaning',
    'Apakah mutasi bank memuat uang hari itu: kalau tidak, `not_in_list` tidak berarti apa-apa',
  ],
  ['Money that is on no bank statement', 'Uang yang tidak ada di mutasi mana pun'],
  ['Defaults to the amount that is not refunded yet', 'Tanpa isi: semua sisa pembayaran'],
  ['The reason, shown to you and to the customer', 'Terlihat olehmu dan pelanggan'],
  [
    "Whether to restock the order's goods that have counted stock and are still sold",
    'Mengembalikan barang pesanannya yang dihitung ke stok',
  ],
  [
    'With account_number and account_holder; defaults to the destination of the last withdrawal',
    'Bersama account_number dan account_holder; kalau tidak diisi, ke tujuan terakhir',
  ],
  [
    'The same in every attempt and in `webhook-id`; use it to recognise events that you have already received',
    'Sama di setiap percobaan, juga sebagai `webhook-id`: kejadian yang sudah kamu terima bukan kejadian baru',
  ],
  ['When it happened, in UTC', 'Kapan terjadi, dalam UTC'],
  [
    'Number of this change to the object; an event with a lower number than one that you have received is older',
    'Urutan perubahannya: angka yang lebih kecil dari yang kamu punya berarti lebih lama, kapan pun datangnya',
  ],
  [
    'Added to amount to make the payable amount distinct; 0 for qris_platform',
    'Ditambahkan ke amount supaya nominalnya unik; 0 untuk qris_platform',
  ],
  ['The method that the customer paid with', 'Metode yang dipakai membayar'],
  ['What happened, in addition to the current state', 'Yang terjadi, di samping keadaannya sekarang'],
  ['The previous status: `expired` for late money', 'Status sebelumnya: `expired` untuk uang yang terlambat'],
  ['Null if a person confirmed it by hand', 'Null kalau dikonfirmasi manual'],
  [
    'The amount of this refund, in whole rupiah; negative for a correction of an earlier refund',
    'Yang dikembalikan sekarang, dalam rupiah bulat; negatif untuk koreksi pengembalian sebelumnya',
  ],
  [
    "The refund's id in `refunds`; null if it was recorded before version 1.2",
    'Yang mana dari `refunds`; null kalau dicatat sebelum versi 1.2',
  ],
  ['Why it was put in review', 'Kenapa perlu diperiksa'],
  ["The provider's own reference", 'Milik penyedia'],
  ['The time that the provider reports, if any', 'Waktu menurut penyedia, kalau ada'],
  ['The payment that it paid or belongs to', 'Pembayaran yang dilunasinya, atau tempatnya'],
  ['The payment that it is probably for', 'Pembayaran yang mungkin dimaksud'],
  [
    'The `transfer_id` of an earlier transfer that a phone reported in the same words: this one may be a duplicate',
    '`transfer_id` dari uang sebelumnya dengan notifikasi yang sama persis: mungkin laporan ulang',
  ],
  ['The connection that received it', 'Tempat uangnya masuk'],
  [
    'Whether the customer is owed money whose return is not recorded yet',
    'Uang pelanggan harus dikembalikan, dan itu belum dicatat',
  ],
  ['The part of its payments that you recorded as returned', 'Yang kamu catat sudah dikembalikan dari pembayarannya'],
  ['When money was last recorded as returned', 'Kapan terakhir dicatat'],
  [
    'How the customer receives it; null if the shop has no rules, or nothing is handed over by people',
    'Cara terimanya; null kalau toko tidak punya aturan, atau tidak ada yang diserahkan orang',
  ],
  ['The part of `total` that is for delivery', 'Bagian dari `total` untuk ongkir'],
  ["The customer's table, for dining in", 'Nomor meja'],
  [
    'What the options of all its units add to the price; the total of an item is `price` × `quantity` + `surcharge`',
    'Tambahan dari opsi semua unitnya; jumlah satu item `price` × `quantity` + ini',
  ],
  [
    'The options of its units; units that are not listed have none',
    'Pilihan tiap unitnya; yang tidak disebut berarti tanpa opsi',
  ],
  ['What these options add to the price of each of these units', 'Tambahan harga per unit karena pilihannya'],
  [
    'Money received for the order through any of its payments and not returned',
    'Uang yang masuk lewat semua pembayarannya dan tidak dikembalikan',
  ],
  ['Whether it waits for your decision (`review-transfer`)', 'Menunggu keputusanmu: `review-transfer`'],
  ['Null if it was paid in cash', 'Null kalau dibayar tunai'],
  [
    'Whether you have to act: some goods are not delivered automatically, or ran out',
    'Ada yang perlu kamu kerjakan: barang yang tidak dikirim otomatis, atau yang habis',
  ],
  ['Whether goods ran out after the payment', 'Ada barang yang habis setelah dibayar'],
  ['The status that it had before the change was undone', 'Status sebelum dibatalkan perubahannya'],
  [
    "The bill's page; only pressing its button creates a payment, opening it does not",
    'Halamannya: membukanya tidak membuat pembayaran, menekan tombolnya ya',
  ],
  [
    '`once`: one payer; `many`: anyone who opens it; `open`: the payer chooses the amount',
    '`once`: satu pembayar; `many`: siapa pun yang membukanya; `open`: pembayar menentukan nominal',
  ],
  [
    '`overdue` can still be paid; `closed` and `expired` cannot',
    '`overdue` masih bisa dibayar; `closed` dan `expired` tidak',
  ],
  ['Whether it may be paid in parts', 'Apakah boleh dicicil'],
  ['Total of its paid payments, without unique codes', 'Jumlah pembayarannya, tanpa kode unik'],
  ['The amount still due; null if many people may pay', 'Sisa tagihan; null kalau dibayar banyak orang'],
  ['Money received beyond the amount due and not returned yet', 'Kelebihan bayar yang belum dikembalikan'],
  ['Number of paid payments', 'Berapa pembayaran yang lunas'],
  [
    'Whether the payer gets reminders: the day before, the day after and a week after',
    'Apakah pembayarnya diingatkan: sehari sebelum, sehari sesudah, dan seminggu sesudah',
  ],
  ['The payment that brought the money', 'Pembayaran asal uangnya'],
  [
    'The part of the payment that counted towards the bill; for `bill.overpaid`, the excess',
    'Bagian yang dihitung; untuk `bill.overpaid`, kelebihannya',
  ],
  ["The shift's permanent id", 'Id shift, selalu sama'],
  ['Your name for the phone or tablet', 'Nama HP atau tabletnya, darimu'],
  ['The cashier whose shift it is', 'Kasir yang bertugas'],
  ['Cash counted at the start of the shift', 'Dihitung saat mulai'],
  ['Cash sales', 'Penjualan tunai'],
  ['Sales paid by code', 'Dibayar lewat kode'],
  ['Cash refunds', 'Uang tunai yang dikembalikan'],
  [
    'The cash that should be in the drawer: `opening_cash` + `cash` - `returned`',
    'Yang seharusnya ada di laci: `opening_cash` ditambah `cash` dikurangi `returned`',
  ],
  ['Cash counted at the end of the shift', 'Dihitung saat selesai'],
  [
    'Counted minus expected cash; negative if cash is missing',
    'Hitungan dikurangi yang seharusnya: di bawah 0 berarti kurang',
  ],
  ["The cashier's note about the difference", 'Keterangan tentang selisihnya'],
  ['The cashier who closed it, possibly a different one', 'Yang menutupnya, mungkin kasir lain'],
  ["The product's key", 'Kunci produk'],
  ["The variant's key, unique within the product", 'Kunci varian, unik di dalam produknya'],
  ['The barcode that scanners read', 'Yang dibaca pemindai'],
  ['`counter` and `webhook` have counted stock', '`counter` dan `webhook` dihitung jumlahnya'],
  [
    'The number that can be ordered now; null if unlimited',
    'Berapa yang bisa dipesan sekarang; null kalau tanpa batas',
  ],
  [
    'The number reserved for unpaid orders; null if stock is not counted',
    'Ditahan untuk pesanan yang belum dibayar; null kalau tidak dihitung',
  ],
  [
    'Whether customers can see it, provided that its category is shown',
    'Apakah terlihat pelanggan, selama kategorinya ditampilkan',
  ],
  ["The person's permanent id", 'Id orangnya, selalu sama'],
  ["The connection's permanent id", 'Id koneksi, selalu sama'],
  ['Your name for the connection', 'Nama darimu'],
  ['Null if the connection works', 'Null kalau berfungsi'],
  [
    'In whole rupiah; negative for a correction of an earlier refund',
    'Dalam rupiah bulat; negatif untuk koreksi sebelumnya',
  ],
  [
    'Only `succeeded` counts towards refunded_amount; `requested` and `sent` wait for the provider',
    'Hanya `succeeded` yang dihitung di refunded_amount; `requested` dan `sent` menunggu penyedia',
  ],
  [
    'Whether the provider returns the money; otherwise you returned it yourself',
    'Apakah penyedia yang mengembalikan; kalau tidak, kamu sendiri',
  ],
  [
    'When the money was returned, according to you; if the provider returns it, when it was requested',
    'Kapan dikembalikan, menurutmu; untuk penyedia, kapan dimintanya',
  ],
  ['Whether its goods were returned to stock', 'Apakah barangnya kembali ke stok'],
  ['Masked', 'Disamarkan'],
  [
    'It is not approved before this time, because the destination was changed',
    'Belum disetujui sebelum itu: tujuannya diganti',
  ],
  ['For a chat, only the destination, because the rest is secret', 'Untuk chat, hanya tujuannya: sisanya rahasia'],
  ['The person who disabled it; null if it was not a person', 'Yang mematikannya, kalau orang'],
  ['The time since which no delivery has succeeded', 'Sejak kapan tidak ada yang sampai'],
  [
    'The key to verify `v1a` signatures (Ed25519): `whpk_` followed by base64',
    'Untuk memeriksa tanda tangan `v1a` (Ed25519): `whpk_` dan base64',
  ],
  ['Hosted payment page', 'Halaman bayar'],
  [
    'Opens the file once the payment is paid; present only if a file is attached',
    'Membuka file setelah lunas; hanya kalau ada file',
  ],
  ['The payment page does the conversion', 'Halaman bayar yang mengubahnya'],
  ['When money was last refunded; present only after a refund', 'Kapan terakhir dikembalikan; hanya kalau ada'],
  ['Total amount refunded; present only with refunded_at', 'Yang dikembalikan; hanya bersama refunded_at'],
  [
    'Refunds, including requested ones; present only if there are any',
    'Yang sudah dan akan dikembalikan; hanya kalau ada',
  ],
  ['Name of the payment method for display', 'Nama untuk orang'],
  ["The provider's code, which contains the amount", 'Kode dari penyedia, dengan nominal di dalamnya'],
  [
    'The code of the merchant id itself; null if the operator stored none',
    'Kode dari merchant id; null kalau operator tidak menyimpannya',
  ],
  ['A human-readable message', 'Kalimat untuk orang'],
  ['A machine-readable code, listed in docs/errors.md', 'Kata untuk program; daftarnya di docs/errors.md'],
  ["The field's path with dots, such as `amount` or `metadata.order`", 'Dengan titik: `amount`, `metadata.order`'],
  ['Your name for the connection; null if it is the operator’s', 'Nama darimu; null kalau milik operator'],
  ['Money that arrived before this time would have been seen', 'Sampai kapan uangnya pasti terlihat'],
  [
    'The last report of a phone that forwards notifications; null if it has never reported',
    'Untuk HP yang meneruskan notifikasi: laporan terakhirnya; null kalau belum pernah',
  ],
  [
    'The phones that report its money: the name or model that each reports, and when it last reported',
    'HP yang melaporkan uangnya: namanya atau modelnya, dan kapan terakhir melapor',
  ],
  [
    'Number of consecutive requests that the provider did not answer',
    'Pertanyaan berturut-turut yang tidak dijawab penyedia',
  ],
  ["The provider's last error message, for your own connections", 'Jawaban terakhir penyedia, untuk koneksimu sendiri'],
  ['The kind of that error', 'Jenis kegagalannya'],
  ['The Android app that displayed it', 'Aplikasi Android yang menampilkannya'],
  ['The amount that the forwarder app on the phone read', 'Seperti yang dibaca aplikasi penerus di HP'],
  [
    'The page that shows its text to the owner and finance, where they can create a rule for its wording',
    'Halaman yang menampilkan isinya ke pemilik dan keuangan, dan bisa mengajarkan kalimatnya',
  ],
  ['Goods from the catalogue; empty if the bill has none', 'Barang dari katalog; kosong kalau tidak ada'],
  ['Price of one unit without its options', 'Per barang, tanpa opsi'],
  ['The names of its options', 'Nama opsinya'],
  [
    'The number of the order that reserves the items, once it is placed; null if many people may pay',
    'Nomor pesanan yang menahannya, setelah dibuka; null kalau dibayar banyak orang',
  ],
  [
    'Methods with which its next payment can be made now; empty if it cannot be paid',
    'Metode untuk pembayaran berikutnya; kosong kalau tidak bisa dibayar',
  ],
  ['Methods with a lower limit per payment', 'Metode dengan batas lebih rendah per pembayaran'],
  ['The newest 50, newest first', '50 yang terbaru, dari yang terbaru'],
  ['The number of the order that it pays for', 'Nomor pesanan barangnya'],
  ['Whether the method is enabled', 'Fitur aktif'],
  ['Whether this account can use it now', 'Bisa dipakai akun ini sekarang'],
  ['Whether the operator has disabled it', 'Dimatikan operator'],
  ['Unmet conditions; empty if there are none', 'Syarat yang belum terpenuhi; kosong kalau tidak ada'],
  [
    'Why money may go unseen although the method is available, such as a phone that has never reported',
    'Kenapa uangnya mungkin tidak terlihat walau metodenya tersedia: HP yang belum pernah melapor',
  ],
  ['Icon class name', 'Nama kelas ikon'],
  [
    'Maximum amount for the method, in whole rupiah; null if unlimited',
    'Nominal terbesar metode ini, dalam rupiah bulat; null kalau tanpa batas',
  ],
  ["The name with which the account's owner signs in", 'Nama masuk pemilik akun'],
  [
    'The address that the owner entered, verified or not; null if there is none',
    'Seperti yang diisi pemilik, terverifikasi atau belum; null kalau kosong',
  ],
  ['Amount received, including unique codes', 'Yang diterima, termasuk kode unik'],
  [
    'The part of total_revenue that you recorded as returned',
    'Bagian dari total_revenue yang kamu catat sudah dikembalikan',
  ],
  ['The part of total_revenue that came from unique codes', 'Bagian dari total_revenue dari kode unik'],
  ['Share of paid payments, in percent with two decimals', 'Yang lunas, dalam persen dengan dua desimal'],
  ['Revenue by the method that was used to pay', 'Menurut cara bayarnya'],
  [
    'Days with payments, oldest first; a payment counts for the day on which it was created',
    'Hari-hari dengan pembayaran, dari yang terlama; dihitung menurut tanggal pembayaran dibuat',
  ],
  [
    'The options of goods that were sold, most frequently chosen first',
    'Opsi barang di pesanan yang terjual, dari yang paling sering dipilih',
  ],
  ['Number of units sold with this option', 'Unit yang dibuat dengan opsi itu'],
  ['What the option added to their price', 'Tambahan harganya'],
  ['Size in bytes', 'Byte'],
  ['Whether new payments may use it', 'Apakah boleh dipakai pembayaran baru'],
  ['Number of payments whose content was viewed', 'Pembayaran yang kontennya sudah dibuka'],
  ['In pixels', 'Piksel'],
  ['Image of the converted QR code', 'Gambar QR hasilnya'],
  ['`settled`: the transfer paid the payment', '`settled`: uang ini melunasi pembayarannya'],
  ['The X-Webhook-Id of its callback', 'X-Webhook-Id dari callback-nya'],
  ['The payment that the event is about, in its current state', 'Pembayarannya, dalam keadaan sekarang'],
  ['The order that the event is about, in its state at that time', 'Pesanannya, dalam keadaan waktu itu'],
  [
    'The `data` that webhook endpoints receive for this type (see webhooks), with the object in its current state',
    'Yang dikirim ke webhook untuk jenis ini, dengan objeknya dalam keadaan sekarang',
  ],
  ['With signed: the callback that a receiver gets', 'Dengan signed: yang dikirim ke penerima callback'],
  [
    "With signed: the message that a webhook endpoint receives, signed with the account's secret",
    'Dengan signed: yang dikirim ke webhook, ditandatangani dengan secret akun',
  ],
  ['The `id` of the event, also sent as `webhook-id`', '`id` kejadian, juga `webhook-id`'],
  [
    '`pending` and `paused` deliveries wait; `exhausted`, `blocked` and `stopped` ones are not sent again',
    '`pending` dan `paused` menunggu; `exhausted`, `blocked`, dan `stopped` tidak dikirim lagi',
  ],
  ['The person or key that requested a resend', 'Yang meminta dikirim ulang'],
  [
    'The message that is sent; null before the first attempt of `payment.created`, and after it was erased',
    'Yang dikirim; null sebelum percobaan pertama `payment.created`, dan setelah dihapus',
  ],
  ['Newest first', 'Dari yang terbaru'],
  ['HTTP status of the response; null if there was none', 'Dari jawaban HTTP; null kalau tidak ada jawaban'],
  [
    'The message to a chat; null for JSON, which is in `body`',
    'Pesan ke chat; null untuk JSON, yang isinya ada di `body`',
  ],
  ['The first kilobyte of the response', 'Kilobyte pertama dari jawabannya'],
  [
    'What the customer paid in addition: the percentage of qris_platform',
    'Yang dibayar pelanggan di atas harga: persentase qris_platform',
  ],
  ['amount minus fee', 'amount dikurangi fee'],
  ['Whether it counts towards the balance', 'Apakah dihitung ke saldo'],
  ['When the money moved, if a witness reports the time', 'Kapan berpindah, kalau ada yang mencatatnya'],
  ['The payment that it paid, or is probably for', 'Pembayaran yang dilunasinya, atau yang mungkin dimaksud'],
  ['The apps of phones that reported it', 'Aplikasi HP yang melaporkannya'],
  ['Whether a bank statement shows it', 'Apakah ada di mutasi bank'],
  ['Whether only a bank statement shows it', 'Apakah hanya ada di mutasi bank'],
  ['Number of payments created', 'Pembayaran yang dibuat'],
  [
    'The part of total_amount that you recorded as returned',
    'Bagian dari total_amount yang kamu catat sudah dikembalikan',
  ],
  ['Number of payments paid', 'Pembayaran yang lunas'],
  ['Number of payments created, by method id', 'Pembayaran yang dibuat, per id metode'],
]
