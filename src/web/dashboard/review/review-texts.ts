import type { ReviewAction } from '../../../money/review-transfer.ts'
import type { ReviewReason, TransferState } from '../../../money/transfer.ts'
import type { Language } from '../../parts/language.ts'

const id = {
  title: 'Uang yang perlu diperiksa',
  intro: 'Uang yang sudah masuk tetapi tidak bisa dicocokkan otomatis dengan satu tagihan. Kamu yang memutuskan.',
  orderIsPaid: 'Pesanannya sudah lunas lewat tagihan lain: kembalikan uang ini.',
  waiting: 'Menunggu keputusan',
  decided: 'Sudah diputuskan',
  none: 'Semua beres. Tidak ada uang yang perlu diperiksa.',
  noneDecided: 'Belum ada uang yang pernah diperiksa.',
  found: (count: number) => `${count} transfer`,
  money: 'Uang',
  why: 'Sebabnya',
  likely: 'Mungkin untuk',
  near: 'Tagihan dengan nominal yang dekat',
  belongs: 'Untuk tagihan',
  arrived: 'Masuk',
  state: 'Status',
  states: {
    review: 'Perlu diperiksa',
    settled: 'Diterima',
    refunded: 'Dikembalikan',
    ignored: 'Diabaikan',
    unsettled: 'Sedang diproses',
  } as Record<TransferState, string>,
  reasons: {
    unmatched: 'Tidak cocok dengan tagihan mana pun',
    early: 'Datang sebelum tagihannya dibuat',
    late: 'Datang setelah tagihannya berakhir',
    inexact: 'Nominalnya tidak pas',
    ambiguous: 'Cocok untuk beberapa tagihan',
    cancelled: 'Tagihannya sudah dibatalkan',
    paid_twice: 'Tagihannya sudah lunas sebelumnya',
    unproved: 'Sumbernya tidak bisa membuktikannya',
  } as Record<ReviewReason, string>,
  repeat: 'Mungkin terkirim dua kali: isinya sama dengan yang sebelumnya',
  repeats: 'Sama dengan',
  earlier: 'Transfer sebelumnya',
  payer: 'Pengirim',
  reference: 'Nomor referensi',
  where: 'Masuk lewat',
  notification: 'Notifikasi yang tidak dikenali',
  openNotification: 'Buka isinya',
  by: 'Diputuskan oleh',
  at: 'Waktu',
  note: 'Catatan',
  recordHint: 'Boleh kosong. Dibaca siapa pun yang memeriksa pembukuan nanti.',
  invoice: 'Nomor invoice',
  invoiceHint: 'Tagihan milikmu yang seharusnya dibayar uang ini.',
  due: (amount: string) => `tagihannya ${amount}`,
  off: (amount: string) => `selisih ${amount}`,
  choose: 'Mau diapakan uang ini?',
  acts: {
    accept: 'Terima',
    assign: 'Pasangkan',
    refund: 'Sudah saya kembalikan',
    ignore: 'Abaikan',
  } as Record<ReviewAction, string>,
  texts: {
    accept: 'Uang ini memang untuk tagihan itu. Tagihannya menjadi lunas dan callback terkirim.',
    assign: 'Uang ini untuk tagihan lain milikmu.',
    refund: 'Catat bahwa uangnya sudah kamu kirim balik. Warung tidak mengirim uang.',
    ignore: 'Tidak ada hubungannya dengan tokomu: tidak masuk pembukuan. Uangnya tetap di rekeningmu.',
  } as Record<ReviewAction, string>,
  askTitle: {
    accept: 'Terima uang ini?',
    assign: 'Pasangkan uang ini?',
    refund: 'Catat sebagai dikembalikan?',
    ignore: 'Abaikan uang ini?',
  } as Record<ReviewAction, string>,
  replaced: (invoice: string, other: string, status: string) =>
    `${invoice} sudah diganti ${other} (${status}) dengan referensi yang sama: pastikan pembeli tidak membayar dua ` +
    'kali.',
  ask: {
    accept: (amount: string, invoice: string) =>
      `${amount} diterima untuk ${invoice}. Tagihannya menjadi lunas dan pembelinya dikabari. Ini tidak bisa diubah ` +
      'lagi.',
    assign: (amount: string, invoice: string) =>
      `${amount} dipasangkan ke ${invoice}. Tagihan itu menjadi lunas dan pembelinya dikabari. Ini tidak bisa ` +
      'diubah lagi.',
    refund: (amount: string) =>
      `Dicatat bahwa ${amount} sudah kamu kembalikan sendiri lewat bank atau e-wallet. Ini tidak bisa diubah lagi.`,
    ignore: (amount: string) => `${amount} tidak dihitung untuk tagihan mana pun. Ini tidak bisa diubah lagi.`,
  } as Record<ReviewAction, (amount: string, invoice: string) => string>,
  sure: {
    accept: 'Ya, terima',
    assign: 'Ya, pasangkan',
    refund: 'Ya, sudah saya kembalikan',
    ignore: 'Ya, abaikan',
  } as Record<ReviewAction, string>,
}

export type ReviewTexts = typeof id

const en: ReviewTexts = {
  title: 'Money to review',
  intro: 'Money that arrived but couldn’t be matched to one invoice automatically. You decide what happens to it.',
  orderIsPaid: 'Its order was already paid by another invoice: return this money.',
  waiting: 'Waiting for you',
  decided: 'Decided',
  none: 'All clear. No money is waiting for a decision.',
  noneDecided: 'No money has been reviewed yet.',
  found: count => (count === 1 ? '1 transfer' : `${count} transfers`),
  money: 'Money',
  why: 'Why',
  likely: 'Probably for',
  near: 'Invoices of a near amount',
  belongs: 'For the invoice',
  arrived: 'Arrived',
  state: 'Status',
  states: {
    review: 'To review',
    settled: 'Accepted',
    refunded: 'Refunded',
    ignored: 'Ignored',
    unsettled: 'In progress',
  },
  reasons: {
    unmatched: 'Matches no invoice',
    early: 'Came before its invoice was created',
    late: 'Came after its invoice had ended',
    inexact: 'Not the exact amount',
    ambiguous: 'Matches several invoices',
    cancelled: 'Its invoice had been cancelled',
    paid_twice: 'Its invoice was paid already',
    unproved: 'Its source couldn’t prove it',
  },
  repeat: 'Perhaps sent twice: it says the same as an earlier one',
  repeats: 'Same as',
  earlier: 'The earlier transfer',
  payer: 'Payer',
  reference: 'Reference',
  where: 'Came in through',
  notification: 'Unrecognised notification',
  openNotification: 'Open the text',
  by: 'Decided by',
  at: 'When',
  note: 'Note',
  recordHint: 'Optional. Read by whoever checks the books later.',
  invoice: 'Invoice ID',
  invoiceHint: 'Your invoice that this money was meant for.',
  due: amount => `invoice of ${amount}`,
  off: amount => `off by ${amount}`,
  choose: 'What do you want to do?',
  acts: { accept: 'Accept', assign: 'Assign', refund: 'I have refunded it', ignore: 'Ignore' },
  texts: {
    accept: 'This money is for that invoice. The invoice becomes paid and its callback is sent.',
    assign: 'This money is for another invoice of yours.',
    refund: 'Record that you have sent the money back. Warung sends no money.',
    ignore: 'It has nothing to do with your shop: your books leave it out. The money stays in your account.',
  },
  askTitle: {
    accept: 'Accept this money?',
    assign: 'Assign this money?',
    refund: 'Record it as refunded?',
    ignore: 'Ignore this money?',
  },
  replaced: (invoice, other, status) =>
    `${invoice} was replaced by ${other} (${status}) with the same reference: make sure that the customer does not ` +
    'pay twice.',
  ask: {
    accept: (amount, invoice) =>
      `${amount} is accepted for ${invoice}. The invoice becomes paid and the customer is notified. This can’t be ` +
      'undone.',
    assign: (amount, invoice) =>
      `${amount} is assigned to ${invoice}. That invoice becomes paid and the customer is notified. This can’t be ` +
      'undone.',
    refund: amount =>
      `It is recorded that you have refunded ${amount} yourself, by bank or e-wallet. This can’t be undone.`,
    ignore: amount => `${amount} counts towards no invoice. This can’t be undone.`,
  },
  sure: {
    accept: 'Yes, accept it',
    assign: 'Yes, assign it',
    refund: 'Yes, I have refunded it',
    ignore: 'Yes, ignore it',
  },
}

export const reviewTexts: Record<Language, ReviewTexts> = { id, en }
