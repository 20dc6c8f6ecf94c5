import type { Language } from '../../../web/parts/language.ts'

const id = {
  title: 'Banyak tagihan sekaligus',
  lead: 'Untuk uang sekolah, iuran atau arisan: tempel daftarnya dari Excel atau Google Sheets, satu baris satu orang.',
  sheet: 'Daftar: nama, nomor HP, nominal, jatuh tempo',
  sheetHint: (max: number) => `Paling banyak ${max} baris. Nomor HP dan jatuh tempo boleh kosong.`,
  example: 'Nama,HP,Nominal,Jatuh tempo\n',
  file: 'Atau dari berkas CSV',
  fileHint: 'Di Excel: Simpan sebagai CSV. Di Google Sheets: File, Download, CSV. Kolomnya sama.',
  load: 'Baca berkas',
  loaded: 'Ini isi berkasnya. Beri nama, ubah bila perlu, lalu periksa.',
  look: 'Periksa dulu',
  sureTitle: 'Buat tagihan ini?',
  sure: (count: number, sum: string) => `${count} tagihan, semuanya ${sum}. Belum ada yang dikirim atau dibuat.`,
  make: (count: number) => `Buat ${count} tagihan`,
  made: (count: number) => `${count} tagihan sudah dibuat`,
  refused: 'Belum ada yang dibuat. Perbaiki baris ini dulu:',
  line: (line: number) => `Baris ${line}`,
  more: (count: number) => `dan ${count} kesalahan lain`,
  columns: {
    customer_name: 'nama',
    customer_phone: 'nomor HP',
    amount: 'nominal',
    due_date: 'jatuh tempo',
  },
}

export type SheetTexts = typeof id

const en: SheetTexts = {
  title: 'Many bills at once',
  lead: 'For school fees, dues or an arisan: paste the list from Excel or Google Sheets, one person a line.',
  sheet: 'List: name, phone, amount, due date',
  sheetHint: max => `At most ${max} lines. Phone and due date may be empty.`,
  example: 'Name,Phone,Amount,Due\n',
  file: 'Or from a CSV file',
  fileHint: 'In Excel: save as CSV. In Google Sheets: File, Download, CSV. The columns are the same.',
  load: 'Read the file',
  loaded: 'This is what the file says. Name it, change what you like, then check it.',
  look: 'Check it first',
  sureTitle: 'Make these bills?',
  sure: (count, sum) => `${count} ${count === 1 ? 'bill' : 'bills'}, ${sum} in all. Nothing is sent or made yet.`,
  make: count => `Make ${count} ${count === 1 ? 'bill' : 'bills'}`,
  made: count => `${count} ${count === 1 ? 'bill is' : 'bills are'} made`,
  refused: 'Nothing is made yet. Mend these lines first:',
  line: line => `Line ${line}`,
  more: count => `and ${count} more`,
  columns: { customer_name: 'name', customer_phone: 'phone', amount: 'amount', due_date: 'due date' },
}

/** Texts of the page for many bills at once. */
export const sheetTexts: Record<Language, SheetTexts> = { id, en }
