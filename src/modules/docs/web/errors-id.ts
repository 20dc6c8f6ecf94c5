import type { RefusalCode } from '../../../lib/refusal.ts'

/**
 * The cause and the remedy of each refusal in Indonesian; `http/errors.ts` and `http/cures.ts` contain the English
 * ones.
 */
export const errorSentences: Record<RefusalCode, readonly [cause: string, cure: string]> = {
  invalid_request: [
    'Ada isian yang kurang, salah jenis, atau di luar batas; `fields` menyebut semuanya',
    'Baca `fields`: setiap entri menyebut isian dan apa yang salah',
  ],
  unknown_field: [
    'Akun ini menolak isian yang tidak dikenal; `fields` menyebut semuanya beserta dugaannya',
    'Perbaiki ejaannya, atau buang isian itu; `fields` menebak yang dimaksud',
  ],
  unauthorized: [
    'API key tidak ada, salah, atau sudah berakhir; pesannya menyebut yang mana',
    'Kirim key yang masih berlaku di `X-API-Key`; daftarnya ada di dasbor, API key',
  ],
  forbidden: [
    'Key-nya benar, tetapi tidak boleh untuk ini: cakupannya, alamat asalnya, atau karena dikirim di query',
    'Beri key itu cakupan atau alamat yang disebut pesannya, atau pakai key lain',
  ],
  not_found: [
    'Tidak ada di akun dan mode ini',
    'Periksa id-nya, dan pastikan key-nya dari mode (uji atau live) yang sama',
  ],
  method_not_allowed: [
    'Alamat ini memakai metode HTTP lain; `Allow` menyebutnya',
    'Kirim dengan metode yang ada di `Allow`',
  ],
  rate_limited: [
    'Terlalu banyak permintaan; tunggu `Retry-After` detik',
    'Tunggu selama `Retry-After`, dan sebarkan permintaan; pakai callback daripada bertanya terus',
  ],
  amount_out_of_range: [
    'Metode ini tidak menerima nominal itu; pesannya menyebut batasnya',
    'Pakai nominal antara `min_amount` dan `max_amount` dari `get-payment-methods`',
  ],
  reference_taken: [
    '`reference` dipakai pembayaran lain yang terbuka atau lunas di akun dan mode ini; `invoice_id`, `payment_url`, ' +
      'dan `expires_at` menyebutnya',
    'Pakai pembayaran di `invoice_id`, kirim `reuse: true` untuk memperolehnya, atau batalkan dulu sebelum ' +
      '`reference` dipakai lagi',
  ],
  payment_replaced: [
    'Sudah ada pembayaran lain dengan `reference` yang sama: sebut di `replaced_by` kalau yang ini tetap mau dilunasi',
    'Tentukan pembayaran mana yang mau dilunasi; untuk yang ini, kirim id penggantinya di `replaced_by`',
  ],
  method_unavailable: [
    'Akun belum bisa memakai metode ini; pesannya menyebut syarat yang belum terpenuhi',
    'Penuhi syaratnya, atau tawarkan metode yang tersedia menurut `get-payment-methods`',
  ],
  amounts_exhausted: [
    'Semua nominal unik di sekitar nominal ini sedang dipakai pembayaran terbuka; tunggu `Retry-After` detik',
    'Tunggu pembayaran lain selesai, atau ubah nominalnya beberapa rupiah',
  ],
  provider_unavailable: [
    'Penyedia pembayaran tidak menjawab; pembayarannya dibatalkan',
    'Buat pembayaran baru, dengan metode lain kalau terulang; tidak ada uang yang ditagih',
  ],
  refused_transition: [
    'Status pembayaran atau pesanan tidak memungkinkan perubahan ini',
    'Baca lagi statusnya (`check-payment`, `msgstore-orders`) sebelum memutuskan',
  ],
  idempotency_conflict: [
    'Permintaan yang sama masih dikerjakan',
    'Ulangi permintaan yang sama dengan key yang sama setelah `Retry-After`',
  ],
  idempotency_mismatch: [
    '`Idempotency-Key` sudah dipakai dengan isi lain',
    'Pakai `Idempotency-Key` baru untuk permintaan baru, dan isi yang sama untuk pengulangan',
  ],
  not_ready: ['Yang diminta masih disiapkan', 'Coba lagi satu dua detik kemudian'],
  already_paid: [
    'Sudah lunas',
    'Tidak perlu apa-apa: penuhi pesanannya, atau kembalikan uangnya dan catat dengan `note-refund`',
  ],
  invalid_qris: ['Teksnya bukan QRIS', 'Kirim seluruh isi kode, dari `00` sampai checksum-nya, atau gambarnya'],
  invalid_crc: [
    'Checksum QRIS salah: ada karakter yang berubah atau hilang',
    'Scan atau salin lagi kodenya, utuh dan tanpa diubah',
  ],
  unsupported_qris: [
    'Kodenya terbaca, tetapi tidak bisa diubah',
    'Pakai kode statis milik merchant, seperti yang dipajang di kasir',
  ],
  invalid_nominal: ['Nominalnya bukan rupiah bulat dalam batas QRIS', 'Kirim rupiah bulat, tanpa titik atau desimal'],
  invalid_image: [
    'Gambarnya tidak terbaca; yang bisa JPEG, PNG, GIF, dan WebP',
    'Kirim gambarnya sebagai JPEG, PNG, GIF, atau WebP',
  ],
  image_too_large: [
    'Byte atau piksel gambarnya terlalu banyak',
    'Perkecil gambarnya; 1.000 piksel per sisi sudah cukup',
  ],
  no_code_found: [
    'Tidak ada kode QR di gambar ini',
    'Foto tegak lurus dari atas, dengan seluruh kode dan tepi putihnya',
  ],
  several_codes_found: ['Ada lebih dari satu kode QR di gambar ini', 'Potong gambarnya sampai tersisa satu kode'],
  address_refused: [
    'Alamat itu tidak boleh dihubungi layanan ini',
    'Pakai alamat https publik; alamat di dalam jaringan tidak pernah dihubungi',
  ],
  fetch_failed: [
    'Alamatnya tidak bisa dibaca',
    'Pastikan file di alamat itu bisa diambil siapa pun dalam beberapa detik',
  ],
  closed: ['Toko sedang tutup', 'Coba lagi saat toko buka; waktunya ada di `details`'],
  coupon: ['Kuponnya tidak bisa dipakai', 'Tunjukkan alasannya ke pelanggan; `details` menyebutnya'],
  out_of_stock: ['Stoknya tidak cukup', 'Tawarkan lebih sedikit, atau barang lain; sisanya ada di `list-stock`'],
  price_changed: ['Harganya sudah berubah', 'Tunjukkan total yang baru ke pelanggan, lalu tanyakan lagi'],
  insufficient_balance: [
    'Saldo kurang dari yang mau ditarik; lihat `get-balance`',
    'Tarik paling banyak `available` dari `get-balance`',
  ],
  too_many_open_orders: [
    'Pelanggan sudah punya pesanan belum dibayar sebanyak yang dibolehkan',
    'Minta pelanggan membayar atau membatalkan satu pesanan dulu',
  ],
  storage_full: [
    'File dan gambar akun memenuhi jatahnya; pesannya menyebut besarnya',
    'Pakai file yang sudah ada, atau minta operator menambah jatah',
  ],
  expired: ['Sudah kedaluwarsa', 'Mulai lagi: buat yang baru'],
  unavailable: [
    'Layanan sedang tidak bisa menjawab; tunggu `Retry-After` detik',
    'Ulangi permintaannya setelah `Retry-After`, dengan `Idempotency-Key` yang sama kalau ada',
  ],
}
