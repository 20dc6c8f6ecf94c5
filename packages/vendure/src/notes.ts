const english = {
  review: 'Rp {amount} for {invoice} waits for your decision in Warung ({why}). The order is not paid by it yet.',
  reviewed: 'Rp {amount} for {invoice}, which waited in Warung, was {why} there.',
  notBooked: '{invoice} is paid (Rp {amount}) but not booked here ({why}). Book it by hand or return the money.',
  refunded: 'Rp {amount} of {invoice} was returned in Warung ({why}). Note that refund here as well.',
  sendMoney: 'Warung noted a refund of Rp {amount} of {invoice} ({why}). No provider sends it: send it yourself.',
}

const indonesian: typeof english = {
  review: 'Rp {amount} untuk {invoice} menunggu keputusan Anda di Warung ({why}). Pesanan belum lunas karenanya.',
  reviewed: 'Rp {amount} untuk {invoice}, yang menunggu di Warung, sudah diputuskan di sana ({why}).',
  notBooked: '{invoice} sudah dibayar (Rp {amount}), belum dicatat di sini ({why}). Catat atau kembalikan uangnya.',
  refunded: 'Rp {amount} dari {invoice} dikembalikan di Warung ({why}). Catat juga pengembaliannya di sini.',
  sendMoney: 'Warung mencatat pengembalian Rp {amount} dari {invoice} ({why}). Tidak terkirim otomatis: kirim sendiri.',
}

export type NoteName = keyof typeof english
export type NoteFacts = { invoice: string; amount: number; why: string | null }

/** Returns the note for the staff in the history of an order. */
export function writeNote(language: string, name: NoteName, facts: NoteFacts): string {
  const text = (language === 'id' ? indonesian : english)[name]
  return text.replace(/\{(\w+)\}/g, (_, key: keyof NoteFacts) => String(facts[key]))
}
