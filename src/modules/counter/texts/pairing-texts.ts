import type { Language } from '../../../web/parts/language.ts'
import type { DeviceKind } from '../device.ts'

const id = {
  wrongPin: 'PIN-nya tidak cocok. Coba lagi.',
  pinFirst: 'Belum ada kasir yang masuk. Masukkan PIN dulu.',
  titles: { kasir: 'Pasang kasir di perangkat ini', soundbox: 'Pasang kotak suara di perangkat ini' } as Record<
    DeviceKind,
    string
  >,
  text: 'Pemilik toko membuat kodenya di dasbor, pada halaman Perangkat. Kode berlaku sepuluh menit dan sekali pakai.',
  code: 'Kode pemasangan',
  codeHint: 'Delapan huruf dan angka, misalnya 7KQ2-M4XA.',
  pair: 'Pasang',
  wrongCode: 'Kode itu salah, sudah dipakai, atau sudah lewat waktunya. Minta kode baru kepada pemilik toko.',
  revoked: 'Perangkat ini sudah dilepas oleh pemilik toko. Untuk memakainya lagi, minta kode baru.',
  left: 'Mengirim penjualan yang masih tersimpan di perangkat ini…',
  leftSent: 'Penjualan yang tersimpan di perangkat ini sudah terkirim. Pemilik toko yang memutuskannya.',
}

export type PairingTexts = typeof id

const en: PairingTexts = {
  wrongPin: 'The PIN is not right. Try again.',
  pinFirst: 'No cashier is signed in. Enter a PIN first.',
  titles: { kasir: 'Set up the counter on this device', soundbox: 'Set up the soundbox on this device' },
  text: 'The shop’s owner makes the code on the dashboard, on the page Devices. It lasts ten minutes and works once.',
  code: 'Pairing code',
  codeHint: 'Eight letters and digits, such as 7KQ2-M4XA.',
  pair: 'Pair',
  wrongCode: 'That code is wrong, was used, or is over. Ask the shop’s owner for a new one.',
  revoked: 'The shop’s owner has revoked this device. To use it again, ask for a new code.',
  left: 'Sending the sales that are still stored on this device…',
  leftSent: 'The sales that were stored on this device have been sent. The owner decides about them.',
}

export const pairingTexts: Record<Language, PairingTexts> = { id, en }
