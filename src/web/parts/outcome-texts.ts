import type { Language } from './language.ts'

/** Sentences about a completed action, shown once on the page after a form. */
const id = {
  saved: 'Tersimpan.',
  removed: 'Dihapus.',
  cancelled: 'Dibatalkan.',
  sent: 'Terkirim.',
  none_failed: 'Tidak ada yang gagal sejak itu.',
  connected: 'Terhubung.',
  decided: 'Keputusanmu sudah dicatat.',
  requested: 'Permintaanmu sudah dicatat.',
  asked_owner: 'Ini perlu persetujuan pemilik. Permintaanmu sudah sampai; ulangi setelah disetujui.',
  imported: 'Katalog sudah diimpor.',
  added: 'Ditambahkan.',
  password_changed: 'Kata sandi sudah diganti. Silakan masuk dengan kata sandi baru.',
  signed_out: 'Kamu sudah keluar.',
  opened: 'Tokomu sudah dibuka. Nama penggunamu ada di Profil dan keamanan.',
  email_mailed: 'Alamat tersimpan. Buka tautan konfirmasi yang kami kirim ke sana.',
  email_unmailed: 'Alamat tersimpan, tetapi tautan konfirmasinya belum terkirim. Minta lagi nanti di Profil.',
  email_confirmed: 'Alamat e-mail sudah dikonfirmasi. Kamu bisa masuk dengan alamat itu.',
}

export type DoneKey = keyof typeof id

const en: Record<DoneKey, string> = {
  saved: 'Saved.',
  removed: 'Removed.',
  cancelled: 'Cancelled.',
  sent: 'Sent.',
  none_failed: 'Nothing has failed since then.',
  connected: 'Connected.',
  decided: 'Your decision was recorded.',
  requested: 'Your request was recorded.',
  asked_owner: 'This needs the owner’s approval. Your request was sent; try again once it is approved.',
  imported: 'The catalogue was imported.',
  added: 'Added.',
  password_changed: 'Your password was changed. Sign in with the new one.',
  signed_out: 'You are signed out.',
  opened: 'Your shop is open. Your username is under Profile and security.',
  email_mailed: 'Your address is saved. Open the confirmation link that we sent to it.',
  email_unmailed: 'Your address is saved, but its confirmation link was not sent. Ask for it again later in Profile.',
  email_confirmed: 'Your e-mail address is confirmed. You can sign in with it.',
}

export const outcomeTexts: Record<Language, Record<DoneKey, string>> = { id, en }
