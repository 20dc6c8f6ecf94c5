import type { Language } from '../../../../bot/texts/texts.ts'

const id = {
  failed: (amount: string) => `${amount} tidak jadi dikembalikan`,
  unknown: (amount: string) => `${amount}: belum jelas sudah dikembalikan atau belum`,
  failedNext: 'Kirim sendiri uangnya ke pembeli, lalu catat pengembaliannya.',
  unknownNext: 'Koneksinya sudah tidak ada. Lihat di akun penyediamu apakah uangnya terkirim, lalu catat di Warung.',
  goods: {
    taken_out: 'Barang yang tadi masuk lagi ke stok sudah dikeluarkan.',
    in_stock: 'Barangnya masih tercatat di stok. Periksa stoknya kalau barang itu tidak jadi kembali.',
  },
  open: 'Buka pengembalian',
  button: '↩️ Kembalikan sebagian',
  ask: (left: string) =>
    `Berapa yang dikembalikan? Paling banyak ${left}.\n` +
    'Ketik nominalnya, dan alasannya kalau ada: "15.000 gelas pecah".',
  wrong: (left: string) => `Ketik nominal dari Rp 1 sampai ${left}, misalnya "15.000 gelas pecah".`,
  nothingLeft: 'Tidak ada lagi yang bisa dikembalikan dari pesanan ini.',
  sure: (amount: string, number: string) => `Kembalikan ${amount} untuk ${number}?`,
  sureSent: (provider: string) => `${provider} diminta mengirim uangnya ke pembayar.`,
  sureNoted: 'Warung tidak mengirim uangnya: kirim dulu ke pembeli. Pembeli diberi tahu.',
  yes: 'Ya, kembalikan',
  keep: 'Tidak jadi',
  done: (amount: string) => `✅ ${amount} dicatat sudah dikembalikan.`,
  requested: (amount: string) => `✅ Penyedia diminta mengembalikan ${amount}.`,
}

const en: typeof id = {
  failed: amount => `${amount} was not refunded`,
  unknown: amount => `${amount}: it is not clear whether it was refunded`,
  failedNext: 'Send the money to the customer yourself, then record the refund.',
  unknownNext: 'Its connection is gone. Check your provider account to see whether the money was sent, then record it.',
  goods: {
    taken_out: 'The goods that had gone back into stock were taken out again.',
    in_stock: 'The goods are still counted in stock. Check the stock if they did not come back.',
  },
  open: 'Open the refund',
  button: '↩️ Refund a part',
  ask: left =>
    `How much do you refund? ${left} at most.\nType the amount, and a reason if you like: "15,000 broken cup".`,
  wrong: left => `Type an amount from Rp 1 to ${left}, such as "15,000 broken cup".`,
  nothingLeft: 'Nothing of this order is left to refund.',
  sure: (amount, number) => `Refund ${amount} for ${number}?`,
  sureSent: provider => `${provider} is asked to send the money to the payer.`,
  sureNoted: 'Warung does not send the money: send it to the customer first. The customer is told.',
  yes: 'Yes, refund',
  keep: 'Keep it',
  done: amount => `✅ ${amount} is recorded as refunded.`,
  requested: amount => `✅ The provider is asked to refund ${amount}.`,
}

export const refundChatTexts: Record<Language, typeof id> = { id, en }
