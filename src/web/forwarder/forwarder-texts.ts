import type { Language } from '../parts/language.ts'

const id = {
  title: 'Pasangkan HP dengan toko',
  intro: 'Aplikasi ini meneruskan notifikasi uang masuk dari HP Android ke toko. Buka halaman ini di HP itu.',
  server: 'Toko ini ada di',
  plainHttp: 'Alamat ini tidak terenkripsi (http). Pakai hanya di jaringan sendiri, misalnya Wi-Fi toko.',
  before: 'Sebelum mengunduh: Android mungkin menolak',
  refusals: [
    [
      'Verifikasi pengembang',
      'Mulai 30 September 2026 Android di Indonesia dapat menolak aplikasi yang pengembangnya belum ' +
        'terdaftar. Pilih ' +
        '"Detail lainnya" kalau ada, atau pakai cara tanpa aplikasi di bawah.',
    ],
    [
      'Play Protect',
      '"Aplikasi diblokir untuk melindungi perangkat": buka Play Store > foto profil > Play Protect > ' +
        'setelan, matikan ' +
        'pemindaian, pasang aplikasinya, lalu nyalakan lagi.',
    ],
    [
      'Setelan terbatas',
      'Kalau tombol akses notifikasi abu-abu: tekan sekali, lalu buka Setelan > Aplikasi > Warung Forwarder > titik ' +
        'tiga > "Izinkan setelan terbatas".',
    ],
    ['Samsung', 'Matikan "Auto Blocker" selama pemasangan.'],
  ],
  stepGet: '1. Unduh dan pasang',
  download: (version: string) => `Unduh APK ${version}`,
  hash: 'SHA-256 yang diterbitkan',
  hashText: 'Kalau hash berkas yang kamu unduh berbeda, jangan pasang.',
  noApk: 'Instalasi ini tidak membawa aplikasinya. Pakai salah satu cara tanpa aplikasi kami.',
  ways: 'Cara tanpa aplikasi kami',
  stepPair: '2. Pasangkan',
  pair: 'Pasangkan',
  pairText:
    'Aplikasi menampilkan alamat toko ini dan bertanya dulu. Kode ini berlaku 15 menit dan hanya untuk satu ' +
    'HP; HP yang ' +
    'dipasangkan sebelumnya diputus.',
  pairElse: 'Tidak terjadi apa-apa? Coba tautan ini.',
  noCode: 'Untuk memasangkan, buka Koneksi > "Pasang di HP" di dasbor dan scan kodenya dengan HP ini.',
  oldCode: 'Kode ini salah, sudah dipakai, atau sudah lewat 15 menit. Buat yang baru di dasbor.',
  stepLights: '3. Empat lampu hijau',
  lightsText:
    'Tekan langkah-langkah di aplikasi sampai keempat lampunya hijau, lalu "Tes sekarang". Colokkan HP ke ' +
    'pengisi daya.',
}

const en: typeof id = {
  title: 'Pair a phone with the shop',
  intro: 'This app forwards notifications of incoming money from an Android phone. Open this page on that phone.',
  server: 'This shop is at',
  plainHttp: 'This address is not encrypted (http). Use it only inside your own network, such as the shop’s Wi-Fi.',
  before: 'Before you download: Android may refuse the app',
  refusals: [
    [
      'Developer verification',
      'Since 30 September 2026 Android in Indonesia may refuse apps of developers who are not registered. ' +
        'Choose "More ' +
        'details" if it is offered, or use a way without the app, below.',
    ],
    [
      'Play Protect',
      '"App blocked to protect your device": open Play Store > profile picture > Play Protect > settings, switch ' +
        'scanning off, install the app, and switch it on again.',
    ],
    [
      'Restricted settings',
      'If the switch for notification access is grey: press it once, then open Settings > Apps > Warung Forwarder > ' +
        'three dots > "Allow restricted settings".',
    ],
    ['Samsung', 'Switch "Auto Blocker" off during the installation.'],
  ],
  stepGet: '1. Download and install',
  download: version => `Download APK ${version}`,
  hash: 'Published SHA-256',
  hashText: 'Do not install a file whose hash is different.',
  noApk: 'This installation does not carry the app. Use one of the ways without our app.',
  ways: 'Ways without our app',
  stepPair: '2. Pair',
  pair: 'Pair',
  pairText:
    'The app shows the address of this shop and asks first. The code works for 15 minutes and for one phone; ' +
    'a phone that ' +
    'was paired before is cut off.',
  pairElse: 'Nothing happens? Try this link.',
  noCode: 'To pair, open Connections > "Set up the phone" on the dashboard, and scan its code with this phone.',
  oldCode: 'This code is wrong, was used, or is older than 15 minutes. Make a new one on the dashboard.',
  stepLights: '3. Four green lights',
  lightsText:
    'Press the steps in the app until all four lights are green, then "Test now". Leave the phone on its charger.',
}

export const forwarderTexts: Record<Language, typeof id> = { id, en }
