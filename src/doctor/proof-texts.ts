import type { ProofState, ProofStep } from '../payments/proof/read-proof.ts'

const id = {
  title: 'Pembayaran percobaan',
  intro: (amount: string) =>
    `Bayar ${amount} ke tokomu sendiri lewat QRIS penyedia. Setelah uangnya masuk, koneksi ini terbukti jalan.`,
  start: 'Buat kodenya',
  again: 'Buat kode baru',
  scan: 'Scan dengan aplikasi bank atau e-wallet mana saja.',
  qrAlt: (amount: string) => `Kode QRIS ${amount}`,
  first: '🎉 Rupiah pertama sudah diterima.',
  goOn: 'Lanjut ke beranda',
  play: 'Bayar dengan uang mainan',
  look: 'Periksa lagi',
  account: 'Rekening penerima',
  paidFrom: 'Dibayar dari',
  steps: {
    address: 'Alamat notifikasi bisa dihubungi',
    code: 'Kode dibuat penyedia',
    paid: 'Uang masuk',
    notification: 'Notifikasi penyedia datang dan terbukti asli',
  } satisfies Record<ProofStep, string>,
  states: {
    done: 'selesai',
    waiting: 'ditunggu',
    failed: 'gagal',
    none: 'tidak ada, penyedia ini ditanya',
  } satisfies Record<ProofState, string>,
  stillPolled: 'Pembayaran tetap terdeteksi: kami juga bertanya ke penyedia.',
}

export type ProofTexts = typeof id

const en: ProofTexts = {
  title: 'Proof payment',
  intro: amount =>
    `Pay ${amount} to your own shop by a QRIS code of the provider. Its arrival proves that this connection works.`,
  start: 'Make the code',
  again: 'Make a new code',
  scan: 'Scan it with any bank or e-wallet app.',
  qrAlt: amount => `QRIS code for ${amount}`,
  first: '🎉 First rupiah received.',
  goOn: 'Go on to the home page',
  play: 'Pay with play money',
  look: 'Look again',
  account: 'Receiving account',
  paidFrom: 'Paid from',
  steps: {
    address: 'The notification address can be reached',
    code: 'The provider made the code',
    paid: 'The money arrived',
    notification: 'The provider’s notification came and was verified',
  },
  states: { done: 'done', waiting: 'waiting', failed: 'failed', none: 'none, this provider is asked instead' },
  stillPolled: 'Payments are detected anyway: we also ask the provider.',
}

export const proofTexts: Record<'id' | 'en', ProofTexts> = { id, en }
