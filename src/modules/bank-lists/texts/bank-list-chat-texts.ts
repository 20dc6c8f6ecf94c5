import type { Language } from '../../../../bot/texts/texts.ts'

const id = {
  wrongKind: 'File ini tidak bisa dibaca. Daftar mutasi bank dikirim sebagai CSV, Excel (.xlsx), atau PDF berisi teks.',
  tooLarge: 'File ini lebih dari 5 MB. Ambil beberapa hari saja.',
  unfetched: 'Telegram tidak memberikan file ini. Kirim lagi.',
  gone: 'Filenya sudah tidak ada di pesan ini. Kirim lagi filenya.',
  noConnection: 'Hubungkan dulu rekening atau e-wallet yang dibaca dari HP, baru kirim daftar mutasinya.',
  whichConnection: 'Daftar mutasi dari rekening mana?',
  notAllowed: 'Daftar mutasi hanya boleh dikirim oleh pemilik atau bagian keuangan.',
  title: (label: string, first: string, last: string) => `Mutasi ${label}, ${first} – ${last}`,
  counts: (incoming: number, recorded: number) => `Uang masuk: ${incoming}. Sudah tercatat: ${recorded}.`,
  missing: (count: number, amount: string) => `Belum pernah dilaporkan: ${count} (${amount}).`,
  nothing: 'Tidak ada uang yang terlewat.',
  doubtful: (count: number) => `Mirip uang di hari lain, jadi menunggu keputusanmu: ${count}.`,
  unlisted: (count: number) => `Dilaporkan HP, tapi tidak ada di daftar: ${count}. Periksa di dasbor.`,
  take: 'Cocokkan',
  cancel: 'Batal',
  cancelled: 'Tidak jadi. Tidak ada yang dicocokkan.',
  sure: 'Yakin? Ini tidak bisa dibatalkan.',
  yes: 'Ya, cocokkan',
  taken: (settled: number, review: number) => `Selesai. Lunas: ${settled}. Perlu diperiksa: ${review}.`,
  page: 'Buka di dasbor',
  onPage: 'Tunjukkan kolomnya, atau isi kata sandinya, di dasbor.',
}

type Texts = typeof id

const en: Texts = {
  wrongKind: "This file can't be read. Send a bank's list as CSV, Excel (.xlsx) or PDF with text.",
  tooLarge: 'This file has more than 5 MB. Take fewer days.',
  unfetched: "Telegram didn't hand over this file. Send it again.",
  gone: 'This message has lost its file. Send the file again.',
  noConnection: 'First connect a bank account or an e-wallet that is read from a phone, then send its list.',
  whichConnection: 'Which account is this list of?',
  notAllowed: "Only the owner and finance may send a bank's list.",
  title: (label, first, last) => `${label}, ${first} – ${last}`,
  counts: (incoming, recorded) => `Money in: ${incoming}. Recorded already: ${recorded}.`,
  missing: (count, amount) => `Never reported: ${count} (${amount}).`,
  nothing: 'No money was missed.',
  doubtful: count => `Like money of another day, so they wait for your decision: ${count}.`,
  unlisted: count => `Reported by the phone, but not in the list: ${count}. Check them on the dashboard.`,
  take: 'Match it',
  cancel: 'Cancel',
  cancelled: 'Cancelled. Nothing was matched.',
  sure: "Sure? This can't be undone.",
  yes: 'Yes, match it',
  taken: (settled, review) => `Done. Paid: ${settled}. To review: ${review}.`,
  page: 'Open on the dashboard',
  onPage: 'Point at the columns, or type the password, on the dashboard.',
}

export const bankListChatTexts: Record<Language, Texts> = { id, en }
