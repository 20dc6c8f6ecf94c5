import type { Language } from './texts.ts'

const id = {
  ask: 'Ini QRIS-mu? Mulai dari tagihan berikutnya pelanggan melihat kode ini, dengan nominal yang sudah terisi.',
  use: (connection: string) => `✅ Pakai untuk ${connection}`,
  nameless: 'QRIS tanpa nama',
  noConnection: 'Kodenya terbaca. Belum ada koneksi yang memakai QRIS cetak: hubungkan dulu rekening atau HP-mu.',
  connect: '🔌 Hubungkan rekening',
  stored: (merchant: string, connection: string) => `QRIS ${merchant} dipakai untuk ${connection}.`,
  problems: {
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

type QrisPhotoTexts = typeof id

const en: QrisPhotoTexts = {
  ask: 'Is this your QRIS? From the next invoice on, customers see this code with the amount filled in.',
  use: connection => `✅ Use it for ${connection}`,
  nameless: 'QRIS without a name',
  noConnection: 'The code can be read. No connection uses a printed QRIS yet: connect your account or phone first.',
  connect: '🔌 Connect an account',
  stored: (merchant, connection) => `The QRIS ${merchant} is used for ${connection}.`,
  problems: {
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

/** Texts about the photo of a printed QRIS in a merchant's chat. */
export const qrisPhotoTexts: Record<Language, QrisPhotoTexts> = { id, en }
