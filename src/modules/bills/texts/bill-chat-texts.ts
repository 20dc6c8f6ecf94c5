import type { Language } from '../../../../bot/texts/texts.ts'

const id = {
  how:
    '🧾 Ketik nominal dan untuk apa, misalnya: 50000 kopi. Kamu dapat tautan yang bisa dikirim ke siapa saja. ' +
    'Tidak jadi? /batal',
  whichShop: 'Tagihan ini dari toko yang mana?',
  made: (amount: string, title: string) => `🧾 Tagihan ${amount}: ${title}`,
  link: 'Kirim tautan ini, atau minta orangnya scan kodenya. Pembayaran baru dibuat saat tombolnya ditekan:',
  copy: '📋 Salin tautan',
  whatsApp: '💬 Kirim lewat WhatsApp',
  page: '🔗 Buka tagihan',
  terms: '✏️ Lengkapi',
  askTerms: (title: string) => `Tagihan “${title}”: apa yang mau diisi?`,
  clearTerm: '🗑 Kosongkan',
  unread: 'Belum terbaca. Ketik seperti contohnya.',
  close: '⏹ Tutup tagihan',
  askClose: (title: string) => `Tutup tagihan “${title}”? Setelah itu tidak bisa dibayar lagi.`,
  yes: '⏹ Ya, tutup',
  no: '⬅️ Tidak jadi',
  closed: (title: string) => `Tagihan “${title}” sudah ditutup.`,
  paid: (title: string) => `Tagihan “${title}” sudah lunas.`,
  card: {
    title: (amount: string) => `Tagihan ${amount}`,
    from: (merchant: string) => `Dari ${merchant}`,
    beforePay: 'Tekan tombolnya untuk menyiapkan pembayaran QRIS.',
    howToPay: 'Bayar dengan QRIS dari aplikasi bank atau e-wallet apa pun.',
    rest: (due: string) => `Sisa yang belum dibayar: ${due}`,
    pay: (amount: string) => `💳 Bayar ${amount}`,
    look: '🔄 Cek status',
    proof: '🧾 Lihat tagihan',
    paid: '✅ LUNAS',
    over: '⏹ Tagihan ini sudah ditutup',
    unpaid: 'Pembayaran belum kami terima. Biasanya 5 sampai 60 detik setelah bayar.',
    ready: 'Siap. Tekan tombol Bayar sekali lagi untuk membuka kode QRIS.',
    gone: 'Tagihan ini tidak berlaku lagi. Minta yang baru ke penjualnya.',
    busy: 'Terlalu banyak tagihan dari kartu ini. Coba lagi satu jam lagi.',
    how: 'Ketik nominal dan untuk apa: 50000 kopi',
    outOfRange: 'Nominal ini tidak bisa dibayar: terlalu kecil atau terlalu besar',
    noMethod: 'Toko ini belum punya cara bayar',
  },
}

export type BillTexts = typeof id

const en: BillTexts = {
  how:
    '🧾 Type an amount and what it is for, such as: 50000 coffee. You get a link that you can send to anyone. ' +
    'Changed your mind? /cancel',
  whichShop: 'Which shop is this bill from?',
  made: (amount, title) => `🧾 Bill of ${amount}: ${title}`,
  link: 'Send this link, or let whoever pays scan the code. A payment is made when they press the button:',
  copy: '📋 Copy the link',
  whatsApp: '💬 Send by WhatsApp',
  page: '🔗 Open the bill',
  terms: '✏️ Add details',
  askTerms: title => `Bill “${title}”: what do you want to fill in?`,
  clearTerm: '🗑 Leave empty',
  unread: 'I couldn’t read that. Type it as in the example.',
  close: '⏹ Close the bill',
  askClose: title => `Close the bill “${title}”? It can no longer be paid then.`,
  yes: '⏹ Yes, close it',
  no: '⬅️ Keep it',
  closed: title => `The bill “${title}” is closed.`,
  paid: title => `The bill “${title}” is paid.`,
  card: {
    title: amount => `Bill of ${amount}`,
    from: merchant => `From ${merchant}`,
    beforePay: 'Press the button to prepare the QRIS payment.',
    howToPay: 'Pay with QRIS from any bank or e-wallet app.',
    rest: due => `Still open: ${due}`,
    pay: amount => `💳 Pay ${amount}`,
    look: '🔄 Check the status',
    proof: '🧾 View the bill',
    paid: '✅ PAID',
    over: '⏹ This bill is closed',
    unpaid: 'We have not received the payment. It usually takes 5 to 60 seconds.',
    ready: 'Ready. Press Pay once more to open the QRIS code.',
    gone: 'This bill is no longer valid. Ask the seller for a new one.',
    busy: 'Too many bills of this card. Try again in an hour.',
    how: 'Type an amount and what it is for: 50000 coffee',
    outOfRange: 'This amount cannot be paid: it is too small or too large',
    noMethod: 'This shop has no way to be paid yet',
  },
}

/** Texts for merchants who request money. */
export const billTexts: Record<Language, BillTexts> = { id, en }
