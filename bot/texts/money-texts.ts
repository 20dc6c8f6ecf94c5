import type { Language } from './texts.ts'

const id = {
  otherWays: '💳 Cara lain',
  chooseWay: (amount: string) => `Bayar ${amount} dengan apa?`,
  looking: '🔎 Kami periksa sekarang…',
  inReviewStatus: '🔎 Uang diterima, sedang diperiksa penjual',
  inReview: (amounts: string) =>
    `Kami sudah menerima ${amounts} untuk pesanan ini, dan penjual sedang memeriksanya. Uangmu aman. Jangan bayar ` +
    'lagi sebelum ada kabar.',
  payAgain: 'Tetap bayar lagi',
  askPayAgain: (amounts: string, total: string) =>
    `⚠️ Kami sudah menerima ${amounts} untuk pesanan ini, dan penjual sedang memeriksanya. Kalau kamu bayar ` +
    `${total} lagi, uangmu keluar dua kali. Tetap bayar?`,
  yesPayAgain: 'Ya, bayar lagi',
  noPayAgain: '⬅️ Tunggu kabar dulu',
  cancelReceived: (amounts: string) =>
    `Kami sudah menerima ${amounts}. Kalau dibatalkan, penjual yang mengembalikan uangmu.`,
  refundDue: (amounts: string) => `Uangmu ${amounts} akan dikembalikan oleh penjual.`,
  returned: (amount: string, order: string) =>
    `↩️ Penjual mencatat ${amount} untuk pesanan ${order} sudah dikembalikan kepadamu. Belum kamu terima? Tanya ` +
    'penjual.',
  refunded: (amount: string, at: string) => `↩️ Dikembalikan: ${amount}, dicatat ${at}`,
  refundedMark: '↩️ Dikembalikan',
  merchant: {
    owed: {
      title: '↩️ Uang yang harus kamu kembalikan',
      line: (amount: string, customer: string) => `${amount} ke ${customer}`,
      more: (count: number) => `Dan ${count} pesanan lagi di dasbor.`,
      mark: '⚠️ perlu dikembalikan',
      button: '↩️ Sudah dikembalikan',
      ask: (amount: string, customer: string, order: string) =>
        `Sudah mengembalikan ${amount} ke ${customer} untuk ${order}? Warung tidak mengirim uang: kirim dulu dari ` +
        'rekening atau e-wallet-mu. Catatan ini tidak bisa dihapus, dan pembelinya dikabari.',
      yes: '✅ Ya, sudah saya kembalikan',
      keep: '⬅️ Belum',
      reminder: '⏰ Uang pelanggan belum kamu kembalikan',
      reminderText: (amount: string) =>
        `Sudah sehari lebih ${amount} dari pesanan ini menunggu dikembalikan. Sudah? Tekan tombolnya, supaya ` +
        'pembelinya tahu dan pembukuanmu cocok.',
    },
    why: '❓ Kenapa belum lunas?',
    lookedAt: 'Uangnya dicari di',
    lastWord: (name: string, moment: string) => `${name}: laporan terakhir ${moment}`,
    unread: 'Notifikasi yang tidak dikenali',
    openUnread: (app: string) => `Apakah ini uang masuk? ${app}`,
    checks: {
      paid: 'dibayar lewat cara ini',
      upTo: (moment: string) => `diperiksa sampai ${moment}`,
      never: 'belum pernah diperiksa',
      neverReported: 'tidak diperiksa: HP belum pernah melapor',
      silentSince: (moment: string) => `tidak diperiksa: HP belum melapor sejak ${moment}`,
      closed: 'tidak dicari lagi',
    },
    failures: (count: number) => `gagal diperiksa ${count} kali berturut-turut`,
    inReview: 'Perlu diperiksa',
    check: (amount: string) => `🔎 Periksa ${amount}`,
    received: (amounts: string) => `Uang yang sudah masuk: ${amounts}. Kembalikan semuanya.`,
    refundDue: (amounts: string) => `⚠️ Kembalikan uang pelanggan: ${amounts}.`,
    decision: 'Keputusan uang',
    orderIsPaid: 'Pesanannya sudah lunas lewat tagihan lain. Kembalikan uang ini.',
    toInbox: '⬅️ Semua uang',
    does: {
      accept: '✅ Terima: tagihannya lunas dan pembelinya dikabari.',
      assign: '🔗 Pasangkan: uang ini melunasi tagihan lain yang kamu pilih.',
      refund: '↩️ Sudah dikembalikan: hanya dicatat. Kamu sendiri yang mengirim uangnya.',
      ignore: '🗄 Abaikan: uangnya tetap di rekeningmu, tanpa tagihan.',
    },
    inbox: '💰 Uang yang perlu diperiksa',
    inboxNone: 'Tidak ada uang yang menunggu keputusanmu.',
    inboxMore: (count: number) => `Dan ${count} lagi di dasbor.`,
    assign: '🔀 Untuk tagihan lain',
    askAssign: (amount: string) => `${amount} ini untuk tagihan yang mana?`,
    assignNone:
      'Tidak ada tagihan terbuka atau kedaluwarsa yang dibayar ke rekening tempat uang ini masuk. Kembalikan, atau ' +
      'abaikan.',
    confirmAssign: (amount: string, invoice: string, due: string) =>
      `Pakai ${amount} untuk ${invoice} yang tagihannya ${due}? Tagihannya menjadi lunas dan pembelinya dikabari.`,
    replaced: (invoice: string, other: string, status: string) =>
      `${invoice} sudah diganti ${other} (${status}) dengan referensi yang sama: pastikan pembeli tidak membayar ` +
      'dua kali.',
    statuses: { pending: 'menunggu', paid: 'lunas', expired: 'kedaluwarsa', cancelled: 'batal' },
    byHand:
      'Dikonfirmasi dengan tangan: kodenya milik merchant lain, dan uangnya tidak terlihat oleh siapa pun di sini.',
    yesAssign: 'Ya, untuk tagihan ini',
    open: 'terbuka',
    expired: 'kedaluwarsa',
    back: '⬅️ Kembali',
    withdrawal: {
      title: {
        requested: '💸 Penarikan saldo diminta',
        approved: '👍 Penarikan saldo disetujui',
        sent: '✅ Penarikan saldo sudah dikirim',
        rejected: '✖️ Penarikan saldo ditolak',
        failed: '⚠️ Penarikan saldo gagal',
      },
      hint: {
        requested: 'Bukan kamu atau timmu? Segera ganti kata sandi dan hubungi operator sebelum disetujui.',
        approved: 'Uangnya segera dikirim ke rekeningmu.',
        sent: 'Biasanya masuk pada hari yang sama. Besok belum masuk juga? Hubungi operator dan sebutkan nomornya.',
        rejected: 'Uangnya sudah kembali ke saldomu.',
        failed: 'Uangnya sudah kembali ke saldomu. Periksa nomor rekeningnya, lalu minta lagi.',
      },
      waits: (until: string) =>
        `Rekeningnya baru saja diganti, jadi penarikan ini paling cepat disetujui ${until}. Bukan kamu atau timmu? ` +
        'Segera ganti kata sandi dan hubungi operator.',
      to: 'Ke',
      number: 'Nomor',
      requestedBy: 'Diminta oleh',
      note: 'Catatan operator',
    },
  },
}

export type MoneyTexts = typeof id

const en: MoneyTexts = {
  otherWays: '💳 Other ways',
  chooseWay: amount => `How do you want to pay ${amount}?`,
  looking: '🔎 Checking now…',
  inReviewStatus: '🔎 Money received, the seller is checking it',
  inReview: amounts =>
    `We have received ${amounts} for this order, and the seller is checking it. Your money is safe. Please don’t ` +
    'pay again until you hear back.',
  payAgain: 'Pay again anyway',
  askPayAgain: (amounts, total) =>
    `⚠️ We have received ${amounts} for this order, and the seller is checking it. If you pay ${total} again, ` +
    'you’ll have paid twice. Pay anyway?',
  yesPayAgain: 'Yes, pay again',
  noPayAgain: '⬅️ I’ll wait',
  cancelReceived: amounts => `We have received ${amounts}. If you cancel, the seller refunds you.`,
  refundDue: amounts => `The seller will refund you ${amounts}.`,
  returned: (amount, order) =>
    `↩️ The seller noted that ${amount} for order ${order} was refunded to you. Haven’t got it? Ask the seller.`,
  refunded: (amount, at) => `↩️ Refunded: ${amount}, recorded ${at}`,
  refundedMark: '↩️ Refunded',
  merchant: {
    owed: {
      title: '↩️ Refunds that you owe',
      line: (amount, customer) => `${amount} to ${customer}`,
      more: count => `And ${count} more orders on the dashboard.`,
      mark: '⚠️ refund due',
      button: '↩️ I have refunded it',
      ask: (amount, customer, order) =>
        `Have you refunded ${amount} to ${customer} for ${order}? Warung sends no money: first send it from your own ` +
        'bank account or e-wallet. This record can’t be deleted, and the customer is notified.',
      yes: '✅ Yes, I have refunded it',
      keep: '⬅️ Not yet',
      reminder: '⏰ A customer is still waiting for a refund',
      reminderText: amount =>
        `${amount} of this order has been waiting to be refunded for more than a day. Done already? Press the ` +
        'button, so that the customer knows and your books are right.',
    },
    why: '❓ Why isn’t it paid?',
    lookedAt: 'Where we look for the payment',
    lastWord: (name, moment) => `${name}: last word ${moment}`,
    unread: 'Unrecognised notifications',
    openUnread: app => `Is this money that came in? ${app}`,
    checks: {
      paid: 'paid this way',
      upTo: moment => `checked up to ${moment}`,
      never: 'never checked',
      neverReported: 'not checked: the phone has never reported',
      silentSince: moment => `not checked: the phone has not reported since ${moment}`,
      closed: 'no longer looked at',
    },
    failures: count => `${count} failed ${count === 1 ? 'check' : 'checks'} in a row`,
    inReview: 'To review',
    check: amount => `🔎 Review ${amount}`,
    received: amounts => `Received so far: ${amounts}. Refund all of it.`,
    refundDue: amounts => `⚠️ Refund the customer: ${amounts}.`,
    decision: 'Decide on this money',
    orderIsPaid: 'Its order was already paid by another invoice. Refund this money.',
    toInbox: '⬅️ All money',
    does: {
      accept: '✅ Accept: its invoice becomes paid and the customer is notified.',
      assign: '🔗 Assign: this money pays another invoice that you choose.',
      refund: '↩️ Already refunded: only noted down. You send the money yourself.',
      ignore: '🗄 Ignore: the money stays in your account, without an invoice.',
    },
    inbox: '💰 Money to review',
    inboxNone: 'No money is waiting for your decision.',
    inboxMore: count => `And ${count} more on the dashboard.`,
    assign: '🔀 For another invoice',
    askAssign: amount => `Which invoice is this ${amount} for?`,
    assignNone:
      'No open or expired invoice can be paid into the account this money arrived in. Refund it, or ignore it.',
    confirmAssign: (amount, invoice, due) =>
      `Use ${amount} for ${invoice}, which asks for ${due}? The invoice becomes paid and the customer is notified.`,
    replaced: (invoice, other, status) =>
      `${invoice} was replaced by ${other} (${status}) with the same reference: make sure that the customer does ` +
      'not pay twice.',
    statuses: { pending: 'open', paid: 'paid', expired: 'expired', cancelled: 'cancelled' },
    byHand: 'Confirmed by hand: the code is another merchant’s, and nobody here sees its money.',
    yesAssign: 'Yes, for this invoice',
    open: 'open',
    expired: 'expired',
    back: '⬅️ Back',
    withdrawal: {
      title: {
        requested: '💸 Withdrawal requested',
        approved: '👍 Withdrawal approved',
        sent: '✅ Withdrawal sent',
        rejected: '✖️ Withdrawal rejected',
        failed: '⚠️ Withdrawal failed',
      },
      hint: {
        requested: 'Not you or your team? Change your password and contact the operator before it is approved.',
        approved: 'The money is about to be sent to your bank account.',
        sent: 'It usually arrives the same day. Not there tomorrow? Contact the operator and quote its number.',
        rejected: 'The money is back in your balance.',
        failed: 'The money is back in your balance. Check the account number, then request it again.',
      },
      waits: until =>
        `The bank account was just changed, so this can be approved after ${until} at the earliest. Not you or your ` +
        'team? Change your password and contact the operator now.',
      to: 'To',
      number: 'Number',
      requestedBy: 'Requested by',
      note: 'Operator’s note',
    },
  },
}

/** Texts about money that waits for a decision, for customers and merchants. */
export const moneyTexts: Record<Language, MoneyTexts> = { id, en }
