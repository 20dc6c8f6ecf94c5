import type { UnreadableReason } from './bank-list.ts'

interface BankListActs {
  'bank_list.taken': unknown
}

declare module '../../accounts/audit-act.ts' {
  interface AuditActs extends BankListActs {}
}

export const bankListAuditTexts = {
  id: { 'bank_list.taken': 'Daftar mutasi diunggah' },
  en: { 'bank_list.taken': "Bank's list uploaded" },
} satisfies Record<'id' | 'en', Record<keyof BankListActs, string>>

/** Texts about why a file cannot be read, for pages and chats. */
export const unreadableTexts: Record<'id' | 'en', Record<UnreadableReason, string>> = {
  id: {
    no_columns: 'Tidak ada kolom tanggal dan uang masuk di file ini.',
    no_lines: 'Tidak ada baris mutasi di file ini.',
    month_first: 'Tanggal di file ini menulis bulan lebih dulu. Ubah ke hari/bulan/tahun.',
    picture: 'PDF ini berisi gambar, bukan teks. Unduh CSV atau e-statement dari bank.',
    password: 'PDF ini dikunci. Isi kata sandinya.',
    too_complex: 'File ini terlalu besar untuk dibaca: ambil beberapa hari saja.',
    malformed: 'File ini bukan CSV, Excel, atau PDF yang utuh.',
  },
  en: {
    no_columns: 'The file has no columns for a date and incoming money.',
    no_lines: 'The file has no lines of mutations.',
    month_first: 'The dates of the file have the month first. Change them to day/month/year.',
    picture: 'The PDF holds pictures, not text. Download a CSV or an e-statement from the bank.',
    password: 'The PDF is locked. Type its password.',
    too_complex: 'The file is too large to be read: take fewer days.',
    malformed: 'The file is no whole CSV, Excel or PDF file.',
  },
}

const id = {
  broken: (lines: string) =>
    `Saldo di baris ${lines} tidak cocok dengan baris sebelumnya. Daftar ini diubah atau tidak lengkap, jadi tidak ` +
    'ada yang dicocokkan. Unduh lagi dari bank.',
  noBalances: 'Daftar ini tanpa saldo, jadi tidak ada yang bisa tahu kalau isinya diubah.',
}

/** Warnings about a list that was read. */
export const listWarnings: Record<'id' | 'en', typeof id> = {
  id,
  en: {
    broken: lines =>
      `The balance in line ${lines} does not follow from the line before. The list was changed or is incomplete, so ` +
      'nothing is matched. Download it again.',
    noBalances: 'This list has no balances, so nobody can tell whether it was changed.',
  },
}
