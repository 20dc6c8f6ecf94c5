/** Returns what the staff reads in the history of an order. */
export function notesIn(language: string) {
  const pick = (english: string, indonesian: string) => (language === 'id' ? indonesian : english)
  return {
    review: (invoice: string, amount: number, reason: string | null) =>
      pick(
        `Rp ${amount} for ${invoice} waits for your decision in Warung (${reason}). The order is not paid by it yet.`,
        `Rp ${amount} untuk ${invoice} menunggu keputusan Anda di Warung (${reason}). Pesanan belum lunas karenanya.`,
      ),
    reviewed: (invoice: string, amount: number, state: string) =>
      pick(
        `Rp ${amount} for ${invoice}, which waited in Warung, was ${state} there.`,
        `Rp ${amount} untuk ${invoice}, yang menunggu di Warung, sudah diputuskan di sana (${state}).`,
      ),
    notBooked: (invoice: string, amount: number, why: string) =>
      pick(
        `${invoice} is paid (Rp ${amount}) but not booked here (${why}). Book it by hand or return the money.`,
        `${invoice} sudah dibayar (Rp ${amount}) tetapi belum dicatat di sini (${why}). Catat atau kembalikan uangnya.`,
      ),
    refunded: (invoice: string, amount: number, refund: string) =>
      pick(
        `Rp ${amount} of ${invoice} was returned in Warung (${refund}). Note that refund here as well.`,
        `Rp ${amount} dari ${invoice} dikembalikan di Warung (${refund}). Catat juga pengembaliannya di sini.`,
      ),
    sendMoney: (invoice: string, amount: number) =>
      pick(
        `Warung noted a refund of Rp ${amount} of ${invoice}. No provider sends it: return the money yourself.`,
        `Warung mencatat pengembalian Rp ${amount} dari ${invoice}. Uangnya tidak dikirim otomatis: kirim sendiri.`,
      ),
  }
}
