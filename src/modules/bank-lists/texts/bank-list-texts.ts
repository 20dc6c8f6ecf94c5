import type { Language } from '../../../web/parts/language.ts'
import type { ListColumn } from '../list-columns.ts'

const id = {
  title: 'Mutasi dari bank',
  lead:
    'Unggah daftar mutasi dari bank atau e-walletmu. Uang yang terlewat oleh HP ditemukan di sini, dan pembayaran ' +
    'yang dibayar tepat waktu menjadi lunas.',
  connection: 'Rekening',
  file: 'Daftar mutasi',
  fileHint:
    'CSV, Excel (.xlsx), atau PDF berisi teks; paling besar 5 MB. File BCA, Mandiri, BRI, dan BNI dikenal. File ' +
    'lain, juga GoPay Merchant, DANA Bisnis, dan ShopeePay, dibaca dari judul kolomnya; kalau tidak dikenal, kamu ' +
    'tunjukkan kolomnya sebelum dicocokkan.',
  password: 'Kata sandi PDF',
  passwordHint: 'Hanya kalau filenya dikunci. Tidak disimpan.',
  look: 'Lihat isinya dulu',
  take: 'Cocokkan',
  cancel: 'Batal',
  askTitle: 'Cocokkan daftar ini?',
  ask: (amount: string, count: number) =>
    `${count} uang masuk (${amount}) belum pernah dilaporkan. Yang tepat waktu melunasi pembayarannya, yang lain ` +
    'masuk ke Perlu diperiksa.',
  none: 'Hubungkan dulu rekening atau e-wallet yang dibaca dari HP.',
  previewTitle: 'Isi daftar',
  period: 'Dari – sampai',
  incoming: 'Uang masuk',
  seen: 'Sudah tercatat',
  known: 'Ada di daftar sebelumnya',
  missing: 'Belum pernah dilaporkan',
  doubtful: 'Mirip uang di hari lain',
  pending: (count: number) =>
    `${count} baris belum dibukukan bank (PEND), jadi belum dihitung. Unggah lagi setelah dibukukan.`,
  odd: (lines: string) => `Baris ini tidak terbaca: ${lines}.`,
  unlisted: (count: number) => `${count} uang yang dilaporkan HP tidak ada di daftar bank:`,
  unlistedNote: 'Periksa dulu: bisa jadi uangnya dibukukan di hari lain, atau notifikasinya palsu.',
  account: (number: string) => `Nomor rekening di file: ${number}. Pastikan itu rekening yang dipilih.`,
  nothing: 'Tidak ada uang yang terlewat.',
  when: 'Tanggal',
  text: 'Keterangan',
  amount: 'Jumlah',
  outcome: 'Hasil',
  payment: 'Pembayaran',
  earlier: 'Daftar sebelumnya',
  noLists: 'Belum ada daftar.',
  toOther: 'uang lain yang mirip',
  toMoney: (id: number) => `lihat #${id}`,
  outcomes: {
    settled: 'Lunas',
    review: 'Perlu diperiksa',
    unsettled: 'Sedang dicoba',
    refunded: 'Dikembalikan',
    ignored: 'Diabaikan',
  },
  states: { seen: 'Sudah tercatat', found: 'Ditemukan', doubtful: 'Ragu', odd: 'Ada sen' },
  byPhone: 'Dari HP',
  onlyList: 'Hanya di daftar bank',
  notListed: 'Tidak ada di daftar bank',
  more: (count: number) => `dan ${count} lagi: lihat lewat API, reconcile-day.`,
  daysTitle: 'Satu hari',
  day: 'Hari',
  show: 'Tampilkan',
  dayNothing: 'Tidak ada uang masuk di hari itu.',
  seenBy: 'Dilihat oleh',
  list: 'daftar bank',
  columnsTitle: 'Tunjukkan kolomnya',
  columnsLead: 'Judul kolomnya belum dikenal. Pilih kolom mana yang berisi apa.',
  notHere: '—',
  columns: {
    date: 'Tanggal',
    text: 'Keterangan',
    moneyIn: 'Uang masuk',
    moneyOut: 'Uang keluar',
    amount: 'Jumlah',
    direction: 'Masuk/keluar',
    balance: 'Saldo',
  } satisfies Partial<Record<ListColumn, string>>,
}

type Texts = typeof id

const en: Texts = {
  title: "Bank's list",
  lead:
    'Upload the list of mutations of your bank or e-wallet. Money that the phone missed is found here, and payments ' +
    'that were paid in time become paid.',
  connection: 'Account',
  file: 'List of mutations',
  fileHint:
    'CSV, Excel (.xlsx) or PDF with text, 5 MB at most. Files of BCA, Mandiri, BRI and BNI are known. Others, also ' +
    'of GoPay Merchant, DANA Bisnis and ShopeePay, are read by the names of their columns; if these are not ' +
    'known, you point at the columns before anything is matched.',
  password: 'Password of the PDF',
  passwordHint: 'Only if the file is locked. It is not stored.',
  look: 'Look at it first',
  take: 'Match it',
  cancel: 'Cancel',
  askTitle: 'Match this list?',
  ask: (amount, count) =>
    `${count} incoming amounts (${amount}) were never reported. Those in time pay their payments, the others go to ` +
    'To review.',
  none: 'Connect a bank account or an e-wallet that is read from a phone first.',
  previewTitle: 'What the list shows',
  period: 'From – to',
  incoming: 'Money in',
  seen: 'Recorded already',
  known: 'In an earlier list',
  missing: 'Never reported',
  doubtful: 'Like money of another day',
  pending: count => `The bank has not booked ${count} lines yet (PEND), so they do not count. Upload them once it has.`,
  odd: lines => `These lines cannot be read: ${lines}.`,
  unlisted: count => `${count} amounts that the phone reported are not in the bank's list:`,
  unlistedNote: 'Check them: the bank may have booked them on another day, or the notification was forged.',
  account: number => `The file names account ${number}. Make sure that it is the chosen one.`,
  nothing: 'No money was missed.',
  when: 'Date',
  text: 'Description',
  amount: 'Amount',
  outcome: 'Outcome',
  payment: 'Payment',
  earlier: 'Earlier lists',
  noLists: 'No lists yet.',
  toOther: 'similar money',
  toMoney: id => `see #${id}`,
  outcomes: {
    settled: 'Paid',
    review: 'To review',
    unsettled: 'Being tried',
    refunded: 'Returned',
    ignored: 'Ignored',
  },
  states: { seen: 'Recorded already', found: 'Found', doubtful: 'Doubtful', odd: 'Has cents' },
  byPhone: 'By phone',
  onlyList: "Only in the bank's list",
  notListed: "Not in the bank's list",
  more: count => `and ${count} more: the API has them, reconcile-day.`,
  daysTitle: 'One day',
  day: 'Day',
  show: 'Show',
  dayNothing: 'No money came in on that day.',
  seenBy: 'Seen by',
  list: "bank's list",
  columnsTitle: 'Point at the columns',
  columnsLead: 'The headings are not known. Choose which column holds what.',
  notHere: '—',
  columns: {
    date: 'Date',
    text: 'Description',
    moneyIn: 'Money in',
    moneyOut: 'Money out',
    amount: 'Amount',
    direction: 'In or out',
    balance: 'Balance',
  },
}

export const bankListTexts: Record<Language, Texts> = { id, en }
