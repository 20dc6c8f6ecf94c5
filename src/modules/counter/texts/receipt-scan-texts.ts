import type { Language } from '../../../web/parts/language.ts'

const id = {
  title: 'Cek struk',
  address: 'Alamat struk',
  hint: 'Scan kode di struk, atau tempel alamatnya.',
  check: 'Cek',
  back: 'Ke kasir',
  notOurs: 'Bukan struk toko ini. Jangan serahkan barang karena struk ini.',
  shownBefore: (when: string) => `Asli, tetapi sudah pernah ditunjukkan: pertama kali ${when}.`,
}

const en: typeof id = {
  title: 'Check a receipt',
  address: 'Address of the receipt',
  hint: 'Scan the code on the receipt with a scanner, or paste its address.',
  check: 'Check',
  back: 'To the counter',
  notOurs: 'Not a receipt of this shop. Hand nothing over for it.',
  shownBefore: when => `Real, but it was shown before: first shown ${when}.`,
}

export const receiptScanTexts: Record<Language, typeof id> = { id, en }
