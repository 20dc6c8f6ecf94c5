import type { WithdrawalStatus } from '../../../books/withdrawal.ts'
import type { Language } from '../../parts/language.ts'

const id = {
  title: 'Saldo',
  intro:
    'Uang dari QRIS langsung terkumpul di sini dan bisa ditarik ke rekeningmu. Uang dari metode lain langsung masuk ' +
    'ke rekening atau e-wallet-mu sendiri.',
  available: 'Bisa ditarik',
  underway: 'Sedang diproses',
  withdraw: 'Tarik saldo',
  testOnly:
    'Di mode uji tidak ada uang sungguhan, jadi tidak ada yang bisa ditarik. Pindah ke Live untuk menarik saldo.',
  amount: 'Nominal',
  amountHint: (min: string) => `Rupiah bulat, paling sedikit ${min}.`,
  bank: 'Bank',
  number: 'Nomor rekening',
  holder: 'Atas nama',
  to: (bank: string, number: string, holder: string) => `Ke ${bank} ${number} atas nama ${holder}`,
  elsewhere: 'Ke rekening lain',
  elsewhereText: 'Kalau rekeningnya diganti, uangnya baru dikirim setelah 24 jam.',
  ask: 'Ajukan penarikan',
  sure: 'Tarik saldo sekarang?',
  sureText: (amount: string, where: string) => `${amount} dipotong dari saldo dan dikirim ke ${where}.`,
  yes: 'Ya, tarik',
  withdrawals: 'Penarikan',
  noWithdrawals: 'Belum pernah ada penarikan.',
  movements: 'Mutasi',
  day: 'Pembukuan tanggal',
  reconcile: 'Unduh pembukuan hari itu',
  allMovements: 'Unduh semua mutasi (CSV)',
  noMovements: 'Belum ada mutasi. Setiap pembayaran lunas menambah satu baris di sini.',
  kinds: {
    sale: 'Penjualan',
    withdrawal: 'Penarikan',
    refund_note: 'Pengembalian',
  } as Record<string, string>,
  returned: 'Penarikan kembali ke saldo',
  statuses: {
    requested: 'Diminta',
    approved: 'Disetujui',
    sent: 'Terkirim',
    rejected: 'Ditolak',
    failed: 'Gagal',
  } as Record<WithdrawalStatus, string>,
  waits: (at: string) => `menunggu sampai ${at} karena rekeningnya baru diganti`,
  what: 'Keterangan',
  time: 'Waktu',
  gross: 'Nominal',
  fee: 'Biaya',
  net: 'Bersih',
  status: 'Status',
  own: 'langsung ke rekeningmu',
  ownRefund: 'kamu bayar dari rekeningmu sendiri: saldo tidak berkurang',
  explained:
    'Saldo hanya menghitung uang QRIS langsung dan penarikannya. Baris lain di bawah ini tidak mengubahnya: uang ' +
    'yang langsung masuk ke rekeningmu, dan pengembalian yang kamu bayar sendiri.',
}

export type BalanceTexts = typeof id

const en: BalanceTexts = {
  title: 'Balance',
  intro:
    'Instant QRIS payments collect here and can be withdrawn to your bank account. Payments by any other method go ' +
    'straight to your own accounts and e-wallets.',
  available: 'Available',
  underway: 'On its way',
  withdraw: 'Withdraw',
  testOnly: 'There is no real money in test mode, so nothing can be withdrawn. Switch to Live to withdraw.',
  amount: 'Amount',
  amountHint: min => `Whole rupiah, at least ${min}.`,
  bank: 'Bank',
  number: 'Account number',
  holder: 'Account holder',
  to: (bank, number, holder) => `To ${bank} ${number}, ${holder}`,
  elsewhere: 'To another account',
  elsewhereText: 'When the account changes, the money is held for 24 hours first.',
  ask: 'Request the withdrawal',
  sure: 'Withdraw now?',
  sureText: (amount, where) => `${amount} will be deducted from the balance and sent to ${where}.`,
  yes: 'Yes, withdraw',
  withdrawals: 'Withdrawals',
  noWithdrawals: 'No withdrawals yet.',
  movements: 'Movements',
  day: 'Books for',
  reconcile: 'Download that day’s books',
  allMovements: 'Download all movements (CSV)',
  noMovements: 'No movements yet. Every paid payment adds a line here.',
  returned: 'Withdrawal returned',
  kinds: { sale: 'Sale', withdrawal: 'Withdrawal', refund_note: 'Refund' },
  statuses: { requested: 'Requested', approved: 'Approved', sent: 'Sent', rejected: 'Rejected', failed: 'Failed' },
  waits: at => `held until ${at} because the account was changed`,
  what: 'What',
  time: 'When',
  gross: 'Amount',
  fee: 'Fee',
  net: 'Net',
  status: 'Status',
  own: 'straight to your own account',
  ownRefund: 'you paid it from your own account: the balance does not change',
  explained:
    'The balance counts only instant QRIS money and its withdrawals. The other lines below do not change it: money ' +
    'that went straight to your own account, and refunds that you paid yourself.',
}

export const balanceTexts: Record<Language, BalanceTexts> = { id, en }
