import type { Language } from '../../../../bot/texts/texts.ts'

const id = {
  whichBot: 'Siarannya lewat bot yang mana?',
  ask: (max: number) =>
    `📣 Tulis pesan untuk pelangganmu, paling banyak ${max} huruf. Boleh juga kirim foto dengan keterangan. Belum ` +
    'langsung dikirim: kamu lihat dulu hasilnya. Tidak jadi? /batal',
  wordless: 'Pesannya perlu kata-kata. Ketik di sini, atau kirim foto dengan keterangan.',
  preview: '👆 Begini pelanggan akan melihatnya. Mau dikirim ke siapa? Yang berhenti terima promo tidak dihitung.',
  segment: {
    all: (count: number) => `👥 Semua pelanggan (${count})`,
    buyers: (count: number) => `🛍 Pernah beli (${count})`,
    browsers: (count: number) => `👀 Belum pernah beli (${count})`,
    idle: (count: number) => `😴 30 hari tidak beli (${count})`,
  },
  sure: (count: number) => `Kirim siaran ini ke ${count} orang? Yang sudah terkirim tidak bisa ditarik lagi.`,
  go: (count: number) => `📣 Kirim ke ${count} orang`,
  back: '⬅️ Pilih lagi',
  nobody: 'Belum ada orang di kelompok ini.',
  begun: '📣 Siaran dimulai. Perkembangannya muncul di bawah ini.',
  busy: 'Masih ada siaran lain yang sedang dikirim lewat bot ini. Tunggu selesai, atau hentikan dulu.',
  unknown: 'Siaran itu tidak ditemukan.',
  states: {
    draft: 'Siaran belum dikirim',
    sending: 'Siaran sedang dikirim',
    done: 'Siaran selesai',
    stopped: 'Siaran dihentikan',
  },
  sent: (sent: number, total: number) => `Terkirim ${sent} dari ${total}`,
  blocked: (count: number) => `${count} memblokir bot`,
  failed: (count: number) => `${count} gagal`,
  unsure: (count: number) => `${count} belum pasti sampai`,
  look: '🔄 Perbarui',
  stop: '⏹ Hentikan',
}

type BroadcastTexts = typeof id

const en: BroadcastTexts = {
  whichBot: 'Which bot should send it?',
  ask: max =>
    `📣 Write a message to your customers in up to ${max} characters, or send a photo with a caption. Nothing is ` +
    'sent yet: you’ll see it first. Changed your mind? /cancel',
  wordless: 'The message needs some text. Type it here, or send a photo with a caption.',
  preview: '👆 This is what customers will see. Who should get it? Those who opted out of promotions aren’t counted.',
  segment: {
    all: count => `👥 All customers (${count})`,
    buyers: count => `🛍 Have bought (${count})`,
    browsers: count => `👀 Never bought (${count})`,
    idle: count => `😴 No orders for 30 days (${count})`,
  },
  sure: count =>
    `Send this broadcast to ${count} ${count === 1 ? 'person' : 'people'}? Messages that have gone out can’t be ` +
    'taken back.',
  go: count => `📣 Send to ${count}`,
  back: '⬅️ Choose again',
  nobody: 'There’s nobody in this group yet.',
  begun: '📣 The broadcast has started. You’ll see its progress below.',
  busy: 'Another broadcast is still going out through this bot. Wait for it to finish, or stop it first.',
  unknown: 'Broadcast not found.',
  states: {
    draft: 'Broadcast not sent yet',
    sending: 'Broadcast going out',
    done: 'Broadcast finished',
    stopped: 'Broadcast stopped',
  },
  sent: (sent, total) => `Sent ${sent} of ${total}`,
  blocked: count => `${count} blocked the bot`,
  failed: count => `${count} failed`,
  unsure: count => `${count} may not have arrived`,
  look: '🔄 Refresh',
  stop: '⏹ Stop',
}

/** Texts for merchants about broadcasts. */
export const broadcastTexts: Record<Language, BroadcastTexts> = { id, en }
