import type { Language } from '../parts/language.ts'

const id = {
  title: 'Cek struk',
  address: 'Alamat struk',
  hint: 'Scan kode di struk dengan pemindai, atau tempel alamatnya.',
  check: 'Cek',
  back: 'Ke kasir',
  openCamera: 'Scan dengan kamera',
  closeCamera: 'Tutup kamera',
  looking: 'Arahkan kamera ke kode di struk.',
  cameraRefused: 'Kamera belum diizinkan. Izinkan kamera untuk halaman ini di setelan browser, atau tempel alamatnya.',
  cameraMissing: 'Kamera tidak bisa dibuka. Pakai pemindai, atau tempel alamatnya.',
  needsHttps: 'Kamera hanya bisa dipakai lewat alamat https. Pakai pemindai, atau tempel alamatnya.',
  notOurs: 'Bukan struk toko ini. Jangan serahkan barang karena struk ini.',
  shownBefore: (when: string) => `Asli, tetapi sudah pernah ditunjukkan: pertama kali ${when}.`,
}

const en: typeof id = {
  title: 'Check a receipt',
  address: 'Address of the receipt',
  hint: 'Scan the code on the receipt with a scanner, or paste its address.',
  check: 'Check',
  back: 'To the counter',
  openCamera: 'Scan with the camera',
  closeCamera: 'Close the camera',
  looking: 'Point the camera at the code on the receipt.',
  cameraRefused:
    'The camera is not allowed yet. Allow it for this page in the settings of the browser, or paste the address.',
  cameraMissing: 'The camera cannot be opened. Use a scanner, or paste the address.',
  needsHttps: 'The camera needs an https address. Use a scanner, or paste the address.',
  notOurs: 'Not a receipt of this shop. Hand nothing over for it.',
  shownBefore: when => `Real, but it was shown before: first shown ${when}.`,
}

export const receiptScanTexts: Record<Language, typeof id> = { id, en }
