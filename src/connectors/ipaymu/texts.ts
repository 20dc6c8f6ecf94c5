import type { Texts } from '../texts.ts'

export const ipaymuTexts: Texts = {
  id: {
    name: 'iPaymu',
    about:
      'QRIS dinamis dari akun iPaymu. Server ini harus punya alamat IP tetap, dan domainnya terdaftar di iPaymu. ' +
      'Setiap kode berlaku lima menit.',
    fields: { va: 'Nomor VA', api_key: 'API key', base_url: 'Alamat API' },
    hints: {
      va: '16 angka, ada di halaman yang sama dengan API key.',
      api_key:
        'iPaymu hanya menerima permintaan dari alamat IP tetap yang didaftarkan di my.ipaymu.com/ip, dan dari domain ' +
        'yang mereka setujui (paling lama dua hari kerja).',
      base_url: 'Kosongkan saja: kami mencari sendiri alamat yang cocok dengan API key.',
    },
    keySteps: [
      'Masuk ke dasbor iPaymu, lalu buka menu Integrasi.',
      'Daftarkan alamat IP server ini di my.ipaymu.com/ip, dan domain tokomu di halaman yang sama.',
      'Salin nomor VA dan API Key, lalu tempel di sini.',
    ],
    inTestMode: 'Di mode uji: sandbox berperan sebagai iPaymu. Isi dengan contoh di bawah untuk mencobanya.',
  },
  en: {
    name: 'iPaymu',
    about:
      'Dynamic QRIS from an iPaymu account. This server needs a fixed IP address, and its domain must be registered ' +
      'at iPaymu. Each code lives for five minutes.',
    fields: { va: 'VA number', api_key: 'API key', base_url: 'API address' },
    hints: {
      va: '16 digits, on the same page as the API key.',
      api_key:
        'iPaymu takes requests only from a fixed IP address that is registered at my.ipaymu.com/ip, and from a ' +
        'domain that it has approved (two working days at most).',
      base_url: 'Leave it empty: we find the address that takes the API key.',
    },
    keySteps: [
      'Sign in to the iPaymu dashboard and open Integration.',
      'Register the IP address of this server at my.ipaymu.com/ip, and the domain of your shop on the same page.',
      'Copy the VA number and the API key, and paste them here.',
    ],
    inTestMode: 'In test mode: the sandbox plays iPaymu. Fill in its example to try it.',
  },
}
