import { formatRupiah } from '../money.ts'
import type { PlainRefusalCode, RefusalCode, RefusalDetails } from '../refusal.ts'
import type { FieldCode, FieldProblem, ProviderAdvice } from './field-error.ts'

/**
 * The messages of refusals, one for every code, in both languages. All texts of refusals come from here, unless a
 * screen or page has a better one for a code; the API uses the English message of the refusal itself.
 */
export interface RefusalTexts {
  /** Messages for merchants and operators. */
  onPages: RefusalSentences
  /** Messages for customers, and for merchants who work in a chat. */
  inChats: RefusalSentences
  /** The mistake of a field, to follow its name. */
  fields: FieldSentences
}

type RefusalSentences = { [Code in RefusalCode]: Sentence<Code> }
type Sentence<Code extends RefusalCode> = Code extends PlainRefusalCode
  ? string
  : string | ((details: Extract<RefusalDetails, { code: Code }>, moment: Moment) => string)
type FieldSentences = { [Code in FieldCode]: string | ((problem: Extract<FieldProblem, { code: Code }>) => string) }

/** Formats a time for the reader. */
type Moment = (date: Date) => string

/** Returns the message of a refusal, with its details. */
export function formatRefusalSentence(
  sentences: RefusalSentences,
  { details }: { details: RefusalDetails },
  moment: Moment,
): string {
  const sentence = sentences[details.code]
  return typeof sentence === 'string' ? sentence : (sentence as (...args: unknown[]) => string)(details, moment)
}

/** Returns the mistake of a field, with its numbers. */
export function describeFieldProblem(language: 'id' | 'en', problem: FieldProblem): string {
  const sentence = refusalTexts[language].fields[problem.code]
  return typeof sentence === 'string' ? sentence : (sentence as (problem: FieldProblem) => string)(problem)
}

const counted = { id: new Intl.NumberFormat('id-ID'), en: new Intl.NumberFormat('en') }

function formatBytes(language: 'id' | 'en', bytes: number): string {
  const unit = bytes >= 1_048_576 ? (['MiB', 1_048_576] as const) : (['KiB', 1024] as const)
  return `${counted[language].format(bytes / unit[1])} ${unit[0]}`
}

const wrongKeys = {
  id: {
    client_key: 'itu client key. Salin server key, yang ada di halaman yang sama.',
    public_key: 'itu kunci publik. Salin kunci rahasia (secret key).',
    sandbox_key: 'itu kunci sandbox, bukan untuk uang sungguhan. Salin kunci production.',
    live_key: 'itu kunci untuk uang sungguhan. Di mode uji, salin kunci sandbox.',
    account_number: 'itu kode merchant atau nomor akun, bukan kunci. Salin kuncinya.',
    api_key: 'itu API key. Salin private key, yang ada di halaman yang sama.',
    other_product: 'itu kunci layanan lain, bukan dari penyedia ini.',
  },
  en: {
    client_key: 'that is the client key. Copy the server key, which is on the same page.',
    public_key: 'that is the public key. Copy the secret key.',
    sandbox_key: 'that is a sandbox key, which moves no real money. Copy the production key.',
    live_key: 'that is a key for real money. In test mode, copy the sandbox key.',
    account_number: 'that is the merchant code or account number, not a key. Copy the key.',
    api_key: 'that is the API key. Copy the private key, which is on the same page.',
    other_product: 'that is a key of another service, not of this provider.',
  },
}

type AdviceTexts = Record<ProviderAdvice['kind'], (name?: string) => string>

const adviceTexts: Record<'id' | 'en', AdviceTexts> = {
  id: {
    rejected_key: () => 'Kunci atau nomor akunnya ditolak: salah salin, sudah dicabut, atau milik akun lain.',
    unusable_answer: () => 'Jawaban penyedianya tidak bisa dipakai. Kalau terus begini, hubungi operator.',
    rejected_private_key: () => 'Private key atau kode merchant-nya milik akun lain, atau milik sandbox.',
    qris_inactive: () => 'QRIS belum aktif di akun ini. Aktifkan QRIS di dasbor penyedia, atau minta ke penyedianya.',
    missing_permission: name => `Kunci ini belum punya izin ${name}. Tambahkan izinnya, atau buat kunci baru.`,
    fee_on_payer: name => `Biayanya ditanggung pembayar. Ubah ${name} supaya ditanggung merchant.`,
    unregistered_ip: name => `Alamat IP keluar server ini belum terdaftar. Daftarkan di ${name}.`,
    unregistered_domain: (name = 'toko ini') =>
      `Domain ${name} belum terdaftar di penyedia. Minta mereka mendaftarkannya.`,
  },
  en: {
    rejected_key: () => 'The key or account number was rejected: copied wrongly, revoked, or of another account.',
    unusable_answer: () => 'The answer of the provider cannot be used. If this goes on, contact the operator.',
    rejected_private_key: () => 'The private key or merchant code belongs to another account or to the sandbox.',
    qris_inactive: () =>
      'QRIS is not active on this account. Switch it on in the dashboard of the provider, or ask them to.',
    missing_permission: name => `This key lacks the permission ${name}. Add it, or make a new key.`,
    fee_on_payer: name => `The payer pays the fee. Change ${name} so that the merchant pays it.`,
    unregistered_ip: name => `The outgoing IP address of this server is not registered. Register it at ${name}.`,
    unregistered_domain: (name = 'of this shop') =>
      `The domain ${name} is not registered at the provider. Ask them to register it.`,
  },
}

const id: RefusalTexts = {
  onPages: {
    invalid_request: 'Ada isian yang kurang atau salah.',
    unknown_field: 'Ada isian yang tidak dikenal.',
    unauthorized: 'Nama atau kata sandinya salah.',
    forbidden: 'Kamu tidak punya akses untuk ini.',
    not_found: 'Tidak ditemukan.',
    method_not_allowed: 'Halaman ini tidak menerima permintaan itu.',
    rate_limited: 'Terlalu banyak percobaan. Tunggu beberapa menit, lalu coba lagi.',
    reference_taken: 'Referensi ini sudah dipakai pembayaran lain.',
    payment_replaced: 'Pembayaran ini sudah diganti dengan yang lain. Periksa dulu yang lain itu.',
    amount_out_of_range: 'Nominalnya di luar batas.',
    method_unavailable: 'Metode pembayaran ini sedang tidak bisa dipakai.',
    amounts_exhausted: 'Semua kode unik untuk nominal ini sedang terpakai. Coba lagi nanti.',
    provider_unavailable: 'Penyedia pembayaran tidak menjawab.',
    refused_transition: 'Statusnya sudah berubah, jadi ini tidak bisa dilakukan lagi.',
    idempotency_conflict: 'Permintaan yang sama sedang diproses.',
    idempotency_mismatch: 'Permintaan ini berbeda dari yang pertama.',
    not_ready: 'Masih disiapkan. Coba lagi sebentar lagi.',
    already_paid: 'Sudah dibayar.',
    invalid_qris: 'Itu bukan kode QRIS.',
    invalid_crc: 'Checksum QRIS salah: ada karakter yang berubah atau hilang.',
    unsupported_qris: 'Kode ini terbaca, tetapi tidak bisa dikonversi.',
    invalid_nominal: 'Nominalnya harus rupiah bulat.',
    invalid_image: 'Gambarnya tidak terbaca. Pakai JPEG, PNG, GIF, atau WebP.',
    image_too_large: 'Gambarnya terlalu besar.',
    no_code_found: 'Tidak ada kode QR di gambar itu.',
    several_codes_found: 'Ada lebih dari satu kode QR di gambar itu.',
    address_refused: 'Alamat itu tidak boleh dihubungi dari sini.',
    fetch_failed: 'Alamat itu tidak bisa dibaca.',
    out_of_stock: 'Stoknya tidak cukup.',
    price_changed: 'Harganya sudah berubah.',
    insufficient_balance: ({ available }) => `Saldo tidak cukup. Yang ada ${formatRupiah(Math.max(0, available))}.`,
    storage_full: ({ bytesMax, filesMax }) =>
      `Ruang penyimpananmu penuh: paling banyak ${formatBytes('id', bytesMax)}, ${filesMax} file, dan ${filesMax} ` +
      'gambar produk. Minta pengelola layanan ini menambahnya.',
    too_many_open_orders: 'Terlalu banyak pesanan yang belum dibayar.',
    expired: 'Sudah kedaluwarsa.',
    unavailable: 'Sedang sibuk. Tunggu sebentar, lalu coba lagi.',
    closed: 'Toko sedang tutup.',
    coupon: 'Kuponnya tidak bisa dipakai.',
  },
  inChats: {
    invalid_request: 'Isiannya belum pas. Periksa lagi, ya.',
    unknown_field: 'Isiannya belum pas. Periksa lagi, ya.',
    unauthorized: 'Pesanan tidak ditemukan.',
    forbidden: 'Peranmu di toko ini belum boleh melakukan itu. Minta pemilik toko, ya.',
    not_found: 'Pesanan tidak ditemukan.',
    method_not_allowed: 'Maaf, sedang tidak bisa. Coba lagi sebentar.',
    rate_limited: 'Terlalu cepat. Tunggu 10 detik ya.',
    reference_taken: 'Pesanan ini sudah pernah dikirim.',
    payment_replaced: 'Tagihan ini sudah diganti dengan yang lain. Periksa dulu yang lain itu.',
    amount_out_of_range: 'Total pesanan ini di luar batas yang bisa dibayar di sini.',
    method_unavailable: 'Toko ini belum bisa menerima pembayaran. Hubungi penjual, ya.',
    amounts_exhausted: 'Sedang banyak yang membayar dengan nominal yang sama. Coba beberapa menit lagi, ya.',
    provider_unavailable: 'Penyedia pembayaran sedang tidak bisa dihubungi. Coba lagi sebentar.',
    refused_transition: 'Pesanan ini sudah berubah, jadi itu tidak bisa dilakukan lagi.',
    idempotency_conflict: 'Maaf, sedang tidak bisa. Coba lagi sebentar.',
    idempotency_mismatch: 'Maaf, sedang tidak bisa. Coba lagi sebentar.',
    not_ready: 'Belum siap. Coba lagi sebentar.',
    already_paid: 'Pesanan ini sudah dibayar.',
    invalid_qris: 'Gambar itu tidak bisa dibaca. Kirim gambar lain, ya.',
    invalid_crc: 'Gambar itu tidak bisa dibaca. Kirim gambar lain, ya.',
    unsupported_qris: 'Gambar itu tidak bisa dibaca. Kirim gambar lain, ya.',
    invalid_nominal: 'Isiannya belum pas. Periksa lagi, ya.',
    invalid_image: 'Gambar itu tidak bisa dibaca. Kirim gambar lain, ya.',
    image_too_large: 'Gambarnya terlalu besar.',
    no_code_found: 'Gambar itu tidak bisa dibaca. Kirim gambar lain, ya.',
    several_codes_found: 'Gambar itu tidak bisa dibaca. Kirim gambar lain, ya.',
    address_refused: 'Isiannya belum pas. Periksa lagi, ya.',
    fetch_failed: 'Maaf, sedang tidak bisa. Coba lagi sebentar.',
    out_of_stock: 'Yah, stok baru saja habis. Uangmu belum terpotong.',
    price_changed: 'Harga baru saja berubah. Periksa lagi sebelum lanjut, ya.',
    insufficient_balance: 'Saldo tidak cukup.',
    storage_full: 'Toko ini sedang tidak bisa menerima gambar lagi. Tulis dengan kata-kata saja, ya.',
    too_many_open_orders: ({ max }) =>
      `Masih ada ${max} pesanan yang belum selesai. Bayar atau batalkan salah satunya dulu, ya.`,
    expired: 'Ini sudah kedaluwarsa.',
    unavailable: 'Produk ini sedang tidak tersedia.',
    closed: ({ opensAt }, moment) =>
      opensAt === null
        ? '🔴 Toko sedang tutup.'
        : `🔴 Toko sedang tutup. Buka lagi ${moment(opensAt)}. Barang digital tetap bisa dibeli kapan saja.`,
    coupon: (details, moment) => {
      switch (details.problem) {
        case 'unknown':
          return 'Kode kupon itu tidak dikenal. Periksa lagi tulisannya, ya.'
        case 'early':
          return `Kupon itu baru berlaku mulai ${moment(details.startsAt)}.`
        case 'over':
          return 'Kupon itu sudah tidak berlaku.'
        case 'used_up':
          return 'Yah, kuota kupon itu sudah habis.'
        case 'used_by_you':
          return 'Kupon itu sudah pernah kamu pakai.'
        case 'too_little':
          return `Kupon itu untuk belanja paling sedikit ${formatRupiah(details.totalMin)}.`
        case 'other_goods':
          return 'Kupon itu tidak berlaku untuk barang di pesanan ini.'
      }
    },
  },
  fields: {
    missing: 'Wajib diisi.',
    empty: 'Isinya kosong.',
    taken: 'Sudah dipakai.',
    unknown_name: 'Isian ini tidak dikenal.',
    not_found: 'Tidak ditemukan.',
    malformed: 'Ada huruf, tanda, atau panjang yang tidak bisa dipakai di sini.',
    too_complex: 'Terlalu rumit untuk dibaca. Bagi menjadi beberapa file.',
    not_json: 'Harus JSON.',
    not_a_phone: 'Harus nomor HP, misalnya 0812-3456-7890.',
    not_an_email: 'Harus alamat email.',
    not_mailed: 'Server e-mail tidak menerima pesannya. Coba lagi nanti, atau tanyakan ke pengelola server.',
    not_https: 'Harus alamat lengkap yang diawali https://.',
    not_a_host: 'Harus nama host, dengan port kalau perlu.',
    not_a_private_key: 'Harus private key berbentuk PEM (PKCS#8).',
    not_a_public_key: 'Harus public key berbentuk PEM.',
    not_whole: 'Tulis bilangan bulat, misalnya 25000.',
    not_a_day: 'Harus tanggal yang ada.',
    not_a_moment: 'Harus tanggal yang ada, boleh dengan jam.',
    end_before_start: 'Akhirnya tidak boleh sebelum awalnya.',
    in_the_past: 'Waktunya sudah lewat.',
    wrong: 'Tidak cocok.',
    unreadable: 'Tidak bisa dibaca.',
    repeated: 'Diberikan lebih dari sekali.',
    conflicting: 'Tidak cocok dengan isian lain atau dengan yang sudah ada.',
    not_allowed: 'Tidak bisa dipakai di sini.',
    no_bridge: 'Penyedia ini belum disiapkan oleh operator.',
    connected_already: 'Sudah tersambung di akun lain.',
    connected_here: ({ label, account }) =>
      `Sudah terhubung: ${label} (${account}). Ganti kredensialnya di halaman koneksi itu, atau nonaktifkan dulu.`,
    another_in_place: 'Koneksi lain sedang dipakai untuk itu. Matikan dulu yang lain.',
    too_long: ({ max }) => `Paling panjang ${counted.id.format(max)} karakter.`,
    wrong_length: ({ min, max }) => `Panjangnya ${counted.id.format(min)} sampai ${counted.id.format(max)} karakter.`,
    too_many: ({ max }) => `Paling banyak ${counted.id.format(max)}.`,
    too_large: ({ bytesMax }) => `Ukurannya paling besar ${formatBytes('id', bytesMax)}.`,
    out_of_range({ min, max }) {
      if (min === undefined) return max === undefined ? 'Di luar batas.' : `Paling besar ${counted.id.format(max)}.`
      if (max === undefined) return `Paling sedikit ${counted.id.format(min)}.`
      return `Dari ${counted.id.format(min)} sampai ${counted.id.format(max)}.`
    },
    not_one_of: ({ values }) => `Pilih salah satu: ${values.join(', ')}.`,
    refused_by_provider: ({ sentence, advice }) =>
      `${advice ? `${adviceTexts.id[advice.kind](advice.name)} ` : ''}Jawaban penyedia: “${sentence}”.`,
    wrong_key: ({ kind, product }) =>
      product === undefined ? wrongKeys.id[kind] : `itu milik ${product}. Salin yang dari penyedia ini.`,
  },
}

const en: RefusalTexts = {
  onPages: {
    invalid_request: 'Something is missing or not right.',
    unknown_field: 'There is an unknown field.',
    unauthorized: 'Wrong name or password.',
    forbidden: 'You do not have access to this.',
    not_found: 'Not found.',
    method_not_allowed: 'This page doesn’t accept that request.',
    rate_limited: 'Too many attempts. Wait a few minutes, then try again.',
    reference_taken: 'Another payment has this reference.',
    payment_replaced: 'This payment was replaced by another one. Look at that one first.',
    amount_out_of_range: 'The amount is out of range.',
    method_unavailable: 'This payment method cannot be used at the moment.',
    amounts_exhausted: 'All unique codes for this amount are in use. Try again later.',
    provider_unavailable: 'The payment provider did not answer.',
    refused_transition: 'Its status has changed, so this is no longer possible.',
    idempotency_conflict: 'The same request is still being processed.',
    idempotency_mismatch: 'This request differs from the first one.',
    not_ready: 'Still being prepared. Try again in a moment.',
    already_paid: 'Already paid.',
    invalid_qris: 'That is not a QRIS code.',
    invalid_crc: 'The checksum of the QRIS is wrong: a character was changed or lost.',
    unsupported_qris: 'The code can be read but not converted.',
    invalid_nominal: 'The amount must be whole rupiah.',
    invalid_image: 'The picture cannot be read. Use JPEG, PNG, GIF or WebP.',
    image_too_large: 'The picture is too large.',
    no_code_found: 'There is no QR code in the picture.',
    several_codes_found: 'There is more than one QR code in the picture.',
    address_refused: 'Requests to that address are not allowed.',
    fetch_failed: 'That address could not be read.',
    out_of_stock: 'There is not enough stock.',
    price_changed: 'The price has changed.',
    insufficient_balance: ({ available }) =>
      `The balance is too low: ${formatRupiah(Math.max(0, available))} is available.`,
    storage_full: ({ bytesMax, filesMax }) =>
      `Your storage is full: at most ${formatBytes('en', bytesMax)}, ${filesMax} files and ${filesMax} product ` +
      'pictures. Ask the operator of this service for more.',
    too_many_open_orders: 'Too many orders have not been paid.',
    expired: 'It has expired.',
    unavailable: 'Busy right now. Wait a moment, then try again.',
    closed: 'The shop is closed.',
    coupon: 'The coupon cannot be used.',
  },
  inChats: {
    invalid_request: 'That doesn’t look right. Please check it and try again.',
    unknown_field: 'That doesn’t look right. Please check it and try again.',
    unauthorized: 'Order not found.',
    forbidden: 'Your role in this shop doesn’t allow that. Please ask the shop’s owner.',
    not_found: 'Order not found.',
    method_not_allowed: 'Sorry, that isn’t working right now. Please try again in a moment.',
    rate_limited: 'Slow down a little, please. Try again in 10 seconds.',
    reference_taken: 'This order has already been sent.',
    payment_replaced: 'This invoice was replaced by another one. Look at that one first.',
    amount_out_of_range: 'This order’s total is outside the range that can be paid here.',
    method_unavailable: 'This shop can’t take payments yet. Please contact the seller.',
    amounts_exhausted: 'Many people are paying the same amount right now. Try again in a few minutes.',
    provider_unavailable: 'The payment provider isn’t responding. Please try again in a moment.',
    refused_transition: 'This order has changed in the meantime, so that’s no longer possible.',
    idempotency_conflict: 'Sorry, that isn’t working right now. Please try again in a moment.',
    idempotency_mismatch: 'Sorry, that isn’t working right now. Please try again in a moment.',
    not_ready: 'Not ready yet. Please try again in a moment.',
    already_paid: 'This order has already been paid.',
    invalid_qris: 'We couldn’t read that picture. Please send another one.',
    invalid_crc: 'We couldn’t read that picture. Please send another one.',
    unsupported_qris: 'We couldn’t read that picture. Please send another one.',
    invalid_nominal: 'That doesn’t look right. Please check it and try again.',
    invalid_image: 'We couldn’t read that picture. Please send another one.',
    image_too_large: 'The picture is too large.',
    no_code_found: 'We couldn’t read that picture. Please send another one.',
    several_codes_found: 'We couldn’t read that picture. Please send another one.',
    address_refused: 'That doesn’t look right. Please check it and try again.',
    fetch_failed: 'Sorry, that isn’t working right now. Please try again in a moment.',
    out_of_stock: 'Sorry, it just sold out. You haven’t been charged.',
    price_changed: 'The price has just changed. Please check it before you continue.',
    insufficient_balance: 'Your balance isn’t enough.',
    storage_full: 'This shop can’t take any more pictures right now. Please send words only.',
    too_many_open_orders: ({ max }) => `You already have ${max} open orders. Please pay or cancel one of them first.`,
    expired: 'This has expired.',
    unavailable: 'This product is not available at the moment.',
    closed: ({ opensAt }, moment) =>
      opensAt === null
        ? '🔴 The shop is closed.'
        : `🔴 The shop is closed. It opens again ${moment(opensAt)}. Digital items can be bought any time.`,
    coupon: (details, moment) => {
      switch (details.problem) {
        case 'unknown':
          return 'We don’t know that coupon code. Please check the spelling.'
        case 'early':
          return `That coupon starts on ${moment(details.startsAt)}.`
        case 'over':
          return 'That coupon has ended.'
        case 'used_up':
          return 'Sorry, that coupon has been used up.'
        case 'used_by_you':
          return 'You’ve already used that coupon.'
        case 'too_little':
          return `That coupon is for orders of at least ${formatRupiah(details.totalMin)}.`
        case 'other_goods':
          return 'That coupon isn’t for the items in this order.'
      }
    },
  },
  fields: {
    missing: 'It is required.',
    empty: 'It is empty.',
    taken: 'It is taken.',
    unknown_name: 'This field is unknown.',
    not_found: 'It was not found.',
    malformed: 'It has characters or a length that cannot be used here.',
    too_complex: 'It is too complex to read. Split it into several files.',
    not_json: 'It must be JSON.',
    not_a_phone: 'It must be a phone number, such as 0812-3456-7890.',
    not_an_email: 'It must be an e-mail address.',
    not_mailed: 'The mail server did not accept the message. Try again later, or ask the person who runs the server.',
    not_https: 'It must be a full address that starts with https://.',
    not_a_host: 'It must be a host name, with a port if needed.',
    not_a_private_key: 'It must be a private key in PEM form (PKCS#8).',
    not_a_public_key: 'It must be a public key in PEM form.',
    not_whole: 'Enter a whole number, such as 25000.',
    not_a_day: 'It must be a day that exists.',
    not_a_moment: 'It must be a day that exists, with or without a time.',
    end_before_start: 'It cannot end before it begins.',
    in_the_past: 'It is in the past.',
    wrong: 'It does not match.',
    unreadable: 'It cannot be read.',
    repeated: 'It is given more than once.',
    conflicting: 'It conflicts with another field or with existing data.',
    not_allowed: 'It cannot be used here.',
    no_bridge: 'The operator has not prepared this provider yet.',
    connected_already: 'Another account has connected it.',
    connected_here: ({ label, account }) =>
      `Already connected: ${label} (${account}). Replace the credentials on its page, or switch it off first.`,
    another_in_place: 'Another connection is in use for that. Switch that one off first.',
    too_long: ({ max }) => `It may have at most ${counted.en.format(max)} characters.`,
    wrong_length: ({ min, max }) => `It must have ${counted.en.format(min)} to ${counted.en.format(max)} characters.`,
    too_many: ({ max }) => `At most ${counted.en.format(max)} are allowed.`,
    too_large: ({ bytesMax }) => `It may have at most ${formatBytes('en', bytesMax)}.`,
    out_of_range({ min, max }) {
      if (min === undefined)
        return max === undefined ? 'It is out of range.' : `It must be at most ${counted.en.format(max)}.`
      if (max === undefined) return `It must be at least ${counted.en.format(min)}.`
      return `It must be from ${counted.en.format(min)} to ${counted.en.format(max)}.`
    },
    not_one_of: ({ values }) => `Choose one of ${values.join(', ')}.`,
    refused_by_provider: ({ sentence }) => `The provider answered: “${sentence}”.`,
    wrong_key: ({ kind }) => wrongKeys.en[kind],
  },
}

export const refusalTexts = { id, en }
