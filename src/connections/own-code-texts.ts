import type { Refusal } from '../lib/refusal.ts'
import type { Qris } from '../qris/parse-qris.ts'

const id = {
  ask: 'Ini QRIS-mu? Mulai dari tagihan berikutnya pelanggan melihat kode ini, dengan nominal yang sudah terisi.',
  use: (connection: string) => `✅ Pakai untuk ${connection}`,
  nameless: 'QRIS tanpa nama',
  replaces: (connection: string, before: string) =>
    `⚠️ ${connection} sekarang memakai QRIS merchant lain: ${before}. ` +
    'Kalau diganti, uang berikutnya masuk ke merchant baru.',
  replace: (connection: string) => `🔁 Ganti QRIS ${connection}`,
  whichApp: 'Aplikasi mana yang memberi tahu kalau QRIS ini dibayar?',
  shown: (merchant: string) => `Pelanggan melihat QRIS ${merchant}, dengan nominal yang sudah terisi.`,
  readFirst: 'Foto QRIS yang dipajang di kasir. Nama dan nomornya kami baca dari situ.',
  stored: (merchant: string, connection: string) => `QRIS ${merchant} dipakai untuk ${connection}.`,
  problems: {
    heic: 'Itu foto HEIC dari iPhone, yang tidak bisa kami baca. Kirim tangkapan layarnya, atau fotonya sebagai JPEG.',
    dynamic:
      'QRIS ini dibuat untuk satu pembayaran saja. Kirim foto QRIS yang kamu cetak atau tempel di meja, tanpa nominal.',
    no_code_found: 'Tidak ada kode QR yang terbaca di foto itu. Foto ulang dari dekat, lurus, terang, dan tidak buram.',
    several_codes_found: 'Ada lebih dari satu QRIS di foto itu. Foto satu saja.',
    invalid_qris: 'Kode di foto itu bukan QRIS. Kirim foto QRIS yang dipakai pelanggan untuk membayarmu.',
    invalid_crc: 'QRIS di foto itu rusak: ada bagian yang tidak terbaca. Foto ulang dari dekat.',
    unsupported_qris: 'QRIS di foto itu tidak bisa diisi nominal. Pakai QRIS merchant dari bank atau e-wallet-mu.',
    image_too_large: 'Fotonya terlalu besar. Kirim sebagai foto biasa, bukan sebagai file.',
    invalid_image: 'File itu bukan gambar yang bisa dibaca. Kirim sebagai foto.',
    rate_limited: 'Terlalu banyak foto sekaligus. Coba lagi sebentar lagi.',
  },
}

type OwnCodeTexts = typeof id

const en: OwnCodeTexts = {
  ask: 'Is this your QRIS? From the next invoice on, customers see this code with the amount filled in.',
  use: connection => `✅ Use it for ${connection}`,
  nameless: 'QRIS without a name',
  replaces: (connection, before) =>
    `⚠️ ${connection} now uses the QRIS of another merchant: ${before}. ` +
    'If you replace it, new money goes to the new merchant.',
  replace: connection => `🔁 Replace the QRIS of ${connection}`,
  whichApp: 'Which app reports that this QRIS was paid?',
  shown: merchant => `Customers see the QRIS ${merchant}, with the amount filled in.`,
  readFirst: 'A photo of the QRIS at your counter. Its name and number are read from it.',
  stored: (merchant, connection) => `The QRIS ${merchant} is used for ${connection}.`,
  problems: {
    heic: 'That is a HEIC photo from an iPhone, which we cannot read. Send a screenshot of it, or the photo as a JPEG.',
    dynamic:
      'This QRIS was made for a single payment. Send a photo of the QRIS that you print or keep on the counter, ' +
      'without an amount.',
    no_code_found:
      'No QR code could be read in that photo. Take it again from close up, straight, in good light and sharp.',
    several_codes_found: 'There is more than one QRIS in that photo. Take a photo of just one.',
    invalid_qris: 'The code in that photo is not a QRIS. Send a photo of the QRIS that customers pay you with.',
    invalid_crc: 'The QRIS in that photo is damaged: a part of it could not be read. Take it again from close up.',
    unsupported_qris: 'That QRIS cannot carry an amount. Use the merchant QRIS of your bank or e-wallet.',
    image_too_large: 'The photo is too large. Send it as a normal photo, not as a file.',
    invalid_image: 'That file is not a picture that can be read. Send it as a photo.',
    rate_limited: 'Too many photos at once. Please try again in a moment.',
  },
}

/** Texts about the photo of a printed QRIS, for pages and chats. */
export const ownCodeTexts: Record<'id' | 'en', OwnCodeTexts> = { id, en }

/** Formats a code's merchant as `Toko Melati, Yogyakarta, NMID ID1020021181745`. */
export function formatCodeMerchant(language: 'id' | 'en', { merchantName, merchantCity, nmid }: Qris): string {
  const parts = [merchantName, merchantCity, nmid && `NMID ${nmid}`].filter(part => part)
  return parts.length > 0 ? parts.join(', ') : ownCodeTexts[language].nameless
}

/** Returns the message for a picture or text that is not a static code; null for an unrelated refusal. */
export function describeCodeProblem(language: 'id' | 'en', { code, fields = [] }: Refusal): string | null {
  const { problems } = ownCodeTexts[language]
  const isNotAllowed = fields.some(field => field.code === 'not_allowed' && ['qris', 'image'].includes(field.path))
  if (isNotAllowed && code === 'invalid_qris') return problems.dynamic
  if (isNotAllowed && code === 'invalid_image') return problems.heic
  return Object.hasOwn(problems, code) ? problems[code as keyof typeof problems] : null
}
