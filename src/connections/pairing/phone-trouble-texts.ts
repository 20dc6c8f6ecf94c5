import type { PhoneTrouble } from '../../lib/phones/phone-trouble.ts'

/** The texts about a phone's trouble: its name and the cure. */
interface TroubleText {
  name: string
  cure: string
}

/** Texts about phone troubles, for chats, counters and soundboxes. */
export const phoneTroubleTexts: Record<'id' | 'en', Record<PhoneTrouble, TroubleText>> = {
  id: {
    silent: {
      name: 'HP penerus notifikasi tidak memberi kabar',
      cure:
        'Cek HP-nya: menyala, terhubung internet, dan aplikasinya terbuka. Pembayaran baru mungkin belum ' +
        'terdeteksi.',
    },
    listener_off: {
      name: 'HP tidak membaca notifikasi lagi',
      cure: 'Buka aplikasi penerus di HP itu dan tekan langkah 1 (akses notifikasi).',
    },
    battery_low: { name: 'Baterai HP penerus hampir habis', cure: 'Colokkan HP itu ke pengisi daya.' },
    two_phones: {
      name: 'Dua HP memakai kunci yang sama',
      cure: 'Kalau kamu tidak mengenal salah satunya, tekan "Putuskan HP ini" di halaman koneksi, lalu pasangkan lagi.',
    },
    app_updated: {
      name: 'Aplikasi penerus di HP baru diperbarui',
      cure: 'Buka aplikasinya dan tekan "Tes sekarang": setelah pembaruan, Android kadang mematikan akses notifikasi.',
    },
    wording_stopped: {
      name: 'Kalimat notifikasi sepertinya berubah',
      cure: 'Buka halaman koneksi, lihat notifikasi yang tidak dikenali, dan tambahkan kalimatnya.',
    },
  },
  en: {
    silent: {
      name: 'The phone that forwards notifications is silent',
      cure: 'Look whether it is on, is online, and its app is open. New payments may not be detected.',
    },
    listener_off: {
      name: 'The phone no longer reads notifications',
      cure: 'Open the forwarder on that phone and press step 1 (notification access).',
    },
    battery_low: { name: 'The battery of the forwarding phone is low', cure: 'Put that phone on its charger.' },
    two_phones: {
      name: 'Two phones use the same key',
      cure: 'If you do not know one of them, press "Cut this phone off" on the page of the connection, and pair again.',
    },
    app_updated: {
      name: 'The forwarder on the phone was updated',
      cure: 'Open the app and press "Test now": after an update Android sometimes ends notification access.',
    },
    wording_stopped: {
      name: 'The wording of notifications seems to have changed',
      cure: 'Open the page of the connection, look at the unrecognised notifications, and add their sentence.',
    },
  },
}

/** Returns a sentence about a trouble and its cure. */
export function describePhoneTrouble(trouble: PhoneTrouble, language: 'id' | 'en'): string {
  const { name, cure } = phoneTroubleTexts[language][trouble]
  return `${name}. ${cure}`
}
