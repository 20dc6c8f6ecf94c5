import type { Language } from '../../../web/parts/language.ts'

const id = {
  title: (shop: string) => `Datamu di ${shop}`,
  lead: 'Lihat atau hapus data yang disimpan toko ini tentang nomor HP-mu.',
  how:
    'Toko mengirim kode enam angka ke nomor itu lewat WhatsApp, atau membacakannya lewat telepon ke nomor itu. ' +
    'Tanpa kode, tidak ada data yang ditampilkan.',
  ask: 'Minta kode lewat WhatsApp',
  askText: (shop: string) =>
    `Halo ${shop}, saya minta kode untuk melihat data saya. Tolong kirim ke nomor WhatsApp ini.`,
  noContact: 'Minta kodenya ke toko.',
  phone: 'Nomor HP',
  code: 'Kode enam angka',
  codeHint: 'Berlaku 30 menit, lima kali coba.',
  see: 'Lihat dataku',
  wrong: 'Nomor atau kodenya tidak cocok, atau kodenya sudah lewat. Minta kode baru ke toko.',
  proved: (phone: string) => `Nomor ${phone} terbukti milikmu.`,
  names: 'Nama',
  addresses: 'Alamat',
  emails: 'E-mail',
  notes: 'Catatan',
  orders: 'Pesanan',
  payments: 'Pembayaran tanpa pesanan',
  nothing: 'Tidak ada yang disimpan untuk nomor ini.',
  returned: (amount: string) => `dikembalikan ${amount}`,
  erase: 'Hapus dataku',
  eraseText:
    'Nama, nomor HP, alamat, dan catatan dihapus dari semua pesanan dan pembayaran dengan nomor ini. ' +
    'Nominal, waktu, dan nomor pesanan tetap disimpan toko untuk pembukuan dan pajak. Tidak bisa dibatalkan.',
  sure: 'Hapus datamu dari toko ini?',
  yes: 'Ya, hapus',
  done: 'Datamu sudah dihapus.',
  late: 'Buktinya sudah lewat 30 menit. Minta kode baru ke toko.',
  gone: 'Alamat ini tidak lengkap',
  goneText: 'Buka lagi dari halaman pembayaran atau pesan dari toko.',
  link: 'Lihat atau hapus datamu',
}
export type MyDataTexts = typeof id

const en: MyDataTexts = {
  title: shop => `Your data at ${shop}`,
  lead: 'See or delete what this shop stores about your phone number.',
  how:
    'The shop sends six digits to that number by WhatsApp, or reads them out in a call to it. ' +
    'Without the code, no data is shown.',
  ask: 'Ask for a code by WhatsApp',
  askText: shop => `Hello ${shop}, please send a code to this WhatsApp number, so that I can see my data.`,
  noContact: 'Ask the shop for the code.',
  phone: 'Phone number',
  code: 'Six-digit code',
  codeHint: 'Valid for 30 minutes and five tries.',
  see: 'Show my data',
  wrong: 'The number or the code does not match, or the code is too old. Ask the shop for a new one.',
  proved: phone => `Number ${phone} is proved to be yours.`,
  names: 'Name',
  addresses: 'Address',
  emails: 'E-mail',
  notes: 'Notes',
  orders: 'Orders',
  payments: 'Payments without an order',
  nothing: 'Nothing is stored for this number.',
  returned: amount => `${amount} returned`,
  erase: 'Delete my data',
  eraseText:
    'Name, phone number, address and notes are deleted from all orders and payments with this number. ' +
    'The shop keeps amounts, times and order numbers for its books and tax. This cannot be undone.',
  sure: 'Delete your data from this shop?',
  yes: 'Yes, delete',
  done: 'Your data was deleted.',
  late: 'The proof is older than 30 minutes. Ask the shop for a new code.',
  gone: 'This address is incomplete',
  goneText: 'Open it again from a payment page or a message of the shop.',
  link: 'See or delete your data',
}

export const myDataTexts: Record<Language, MyDataTexts> = { id, en }
