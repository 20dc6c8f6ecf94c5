import type { Language } from '../../parts/language.ts'

const id = {
  title: 'HP yang dipasangkan',
  model: 'Model',
  paired: 'Dipasangkan',
  beat: 'Kabar terakhir',
  tested: 'Tes terakhir sampai ke toko',
  battery: 'Baterai',
  percent: (level: number, isCharging: boolean | null) => `${level}%${isCharging ? ', sedang diisi' : ''}`,
  listening: 'Membaca notifikasi',
  yes: 'Ya',
  no: 'Tidak: buka aplikasinya dan tekan langkah 1',
  queue: 'Menunggu dikirim',
  aside: 'Ditolak toko',
  dropped: 'Terbuang karena penuh',
  version: 'Versi aplikasi',
  update: (version: string) => `ada versi ${version}: unduh lagi dari halaman pemasangan`,
  waiting: 'Belum ada kabar dari HP ini.',
  cutOff: 'Putuskan HP ini',
  more: 'HP tambahan',
  cutOffText:
    'HP hilang atau diganti? Kunci semua HP koneksi ini langsung tidak berlaku, dan aplikasinya mengakhiri ' +
    'pasangannya.',
  appTitle: 'Aplikasi Warung Forwarder',
  appText:
    'Scan dengan kamera HP Android yang menerima notifikasi uang masuk. Halamannya menjelaskan pemasangan, lalu ' +
    'memasangkan HP itu. Kode berlaku 15 menit, untuk satu HP; HP sebelumnya diputus dan formatnya ' +
    'menjadi bawaan Warung.',
  moreTitle: 'Tambah HP lain',
  moreText:
    'HP kedua dengan akun yang sama jadi saksi tambahan: satu transfer yang dilaporkan dua HP tetap dihitung sekali, ' +
    'dan uang tetap terlihat kalau satu HP mati. HP yang sudah dipasangkan tidak diputus. Maksimal empat HP.',
  open: 'Buka halaman pemasangan',
  otherTitle: 'Penerus lain',
  ways: 'Cara tanpa aplikasi kami',
}

const en: typeof id = {
  title: 'Paired phone',
  model: 'Model',
  paired: 'Paired',
  beat: 'Last sign of life',
  tested: 'Last test that reached the shop',
  battery: 'Battery',
  percent: (level, isCharging) => `${level}%${isCharging ? ', charging' : ''}`,
  listening: 'Reads notifications',
  yes: 'Yes',
  no: 'No: open the app and press step 1',
  queue: 'Waiting to be sent',
  aside: 'Refused by the shop',
  dropped: 'Dropped for want of room',
  version: 'Version of the app',
  update: version => `version ${version} is available: download it again from the setup page`,
  waiting: 'This phone has not reported yet.',
  cutOff: 'Cut this phone off',
  more: 'Further phones',
  cutOffText:
    'Is a phone lost or replaced? The keys of all phones of this connection stop working at once, and their apps ' +
    'end the pairing.',
  appTitle: 'The app Warung Forwarder',
  appText:
    'Scan it with the camera of the Android phone that is notified of incoming money. The page explains the ' +
    'installation and then pairs that phone. The code works for 15 minutes and one phone; the phone ' +
    'before is cut off, ' +
    'and the format becomes Warung’s own.',
  moreTitle: 'Add another phone',
  moreText:
    'A second phone with the same account is another witness: a transfer that both report still counts once, and ' +
    'money is seen even if one of them is off. Phones that are paired stay paired. Four at most.',
  open: 'Open the setup page',
  otherTitle: 'Another forwarder',
  ways: 'Ways without our app',
}

export const phoneTexts: Record<Language, typeof id> = { id, en }
