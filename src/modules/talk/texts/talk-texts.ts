import type { Language } from '../../../../bot/texts/texts.ts'

const id = {
  toSeller: '💬 Tanya penjual',
  ask: '💬 Tulis pesanmu untuk penjual, atau kirim foto. Nomormu tidak terlihat. Tidak jadi? /batal',
  brought:
    'Pesanmu sudah sampai ke penjual. Jawabannya akan muncul di sini. Mau menambah? Ketik saja, langsung sampai ' +
    'juga.',
  broughtToo: 'Sampai juga ke penjual.',
  sendThis: '💬 Kirim ini ke penjual',
  searchOnly: '🔎 Cari barang saja',
  nobody: 'Penjual belum bisa menerima pesan di sini. Coba lagi nanti, ya.',
  fromSeller: 'Dari penjual',
  reply: '↩️ Balas',
  answer: '↩️ Tulis jawabanmu untuk pelanggan, atau kirim foto. Tidak jadi? /batal',
  answered: (name: string) => `Jawabanmu sudah dikirim ke ${name}. Ketik lagi kalau mau menambah.`,
  endTalk: '✖️ Selesai',
  talkEnded: 'Oke, obrolan tadi ditutup.',
}

type TalkTexts = typeof id

const en: TalkTexts = {
  toSeller: '💬 Ask the seller',
  ask: '💬 Write your message to the seller, or send a photo. They won’t see your number. Changed your mind? /cancel',
  brought:
    'Your message has reached the seller. Their reply will appear here. More to say? Just type, it reaches them too.',
  broughtToo: 'That has reached the seller too.',
  sendThis: '💬 Send this to the seller',
  searchOnly: '🔎 Just search products',
  nobody: 'The seller can’t receive messages here yet. Please try again later.',
  fromSeller: 'From the seller',
  reply: '↩️ Reply',
  answer: '↩️ Write your reply to the customer, or send a photo. Changed your mind? /cancel',
  answered: name => `Your reply has been sent to ${name}. Type more if you like.`,
  endTalk: '✖️ Done',
  talkEnded: 'OK, that chat is closed.',
}

export const talkTexts: Record<Language, TalkTexts> = { id, en }
