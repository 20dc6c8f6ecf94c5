import type { AddressProblem } from '../../../connections/check-own-address.ts'
import type { ProofState, ProofStep } from '../../../payments/proof/read-proof.ts'
import type { Language } from '../../parts/language.ts'

const id = {
  title: 'Pembayaran percobaan',
  intro: (amount: string) =>
    `Bayar ${amount} ke tokomu sendiri lewat QRIS penyedia. Setelah uangnya masuk, koneksi ini terbukti jalan.`,
  start: 'Buat kodenya',
  again: 'Buat kode baru',
  scan: 'Pindai dengan aplikasi bank atau e-wallet mana saja.',
  qrAlt: (amount: string) => `Kode QRIS ${amount}`,
  first: '🎉 Rupiah pertama sudah diterima.',
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
  problems: {
    local: 'Alamat toko ini (BASE_URL) hanya ada di jaringanmu. Penyedia tidak bisa menghubunginya.',
    not_https: 'Alamat toko ini (BASE_URL) tidak memakai https.',
    port: 'Alamat toko ini (BASE_URL) memakai port sendiri. Penyedia hanya menghubungi port 443.',
    redirect: 'Alamat notifikasi mengalihkan ke alamat lain. Penyedia tidak mengikutinya.',
    unreachable: 'Alamat notifikasi tidak menjawab dalam lima detik.',
    not_ours: 'Yang menjawab di alamat notifikasi bukan toko ini, misalnya halaman masuk atau pelindung situs.',
  } satisfies Record<AddressProblem, string>,
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
  account: 'Receiving account',
  paidFrom: 'Paid from',
  steps: {
    address: 'The notification address can be reached',
    code: 'The provider made the code',
    paid: 'The money arrived',
    notification: 'The provider’s notification came and was verified',
  },
  states: { done: 'done', waiting: 'waiting', failed: 'failed', none: 'none, this provider is asked instead' },
  problems: {
    local: 'The address of this shop (BASE_URL) exists in your own network only. The provider cannot reach it.',
    not_https: 'The address of this shop (BASE_URL) does not use https.',
    port: 'The address of this shop (BASE_URL) has a port of its own. Providers reach port 443 only.',
    redirect: 'The notification address redirects to another address. Providers do not follow it.',
    unreachable: 'The notification address did not answer within five seconds.',
    not_ours: 'Something other than this shop answers there, such as a sign-in page or a site guard.',
  },
  stillPolled: 'Payments are detected anyway: we also ask the provider.',
}

export const proofTexts: Record<Language, ProofTexts> = { id, en }
