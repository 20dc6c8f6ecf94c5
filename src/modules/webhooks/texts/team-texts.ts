import type { Language } from '../../../../bot/texts/texts.ts'

const id = {
  asked: (title: string) => `Aku sudah masuk ke «${title}». Kabari di sana apa yang terjadi di tokomu?`,
  askedHint: 'Pesanan, uang, dan stok, dalam kalimat singkat. Semua anggotanya bisa membaca.',
  yes: 'Ya, kabari di sana',
  yesFor: (shop: string) => `Ya: ${shop}`,
  no: 'Tidak',
  declined: (title: string) => `Baik, «${title}» tidak diberi tahu apa-apa. Kamu boleh mengeluarkanku dari sana.`,
  connected: (title: string, shop: string) => `✅ «${title}» sekarang diberi tahu apa yang terjadi di ${shop}.`,
  connectedHint: 'Jenis kabarnya diatur di dasbor, halaman Endpoint. Untuk berhenti, keluarkan aku dari sana.',
  settings: 'Atur jenisnya',
  noShop: (title: string) =>
    `Aku dimasukkan ke «${title}», tetapi chat ini tidak boleh mengatur toko mana pun. ` +
    'Hubungkan dulu chat-mu lewat dasbor, lalu masukkan aku sekali lagi.',
  notAdministrator: 'Hanya admin grup atau channel itu yang boleh menghubungkannya.',
  unreachable: 'Aku sudah tidak ada di sana. Masukkan aku sekali lagi.',
}

export type TeamTexts = typeof id

const en: TeamTexts = {
  asked: title => `I’m in “${title}” now. Should I say there what happens in your shop?`,
  askedHint: 'Orders, money and stock, in short sentences. All of its members can read them.',
  yes: 'Yes, say it there',
  yesFor: shop => `Yes: ${shop}`,
  no: 'No',
  declined: title => `All right, “${title}” is told nothing. You may remove me from it.`,
  connected: (title, shop) => `✅ “${title}” is now told what happens in ${shop}.`,
  connectedHint: 'Choose what it hears of on the dashboard’s page Endpoints. Remove me from it to stop.',
  settings: 'Choose what it hears of',
  noShop: title =>
    `I was added to “${title}”, but this chat may not change the settings of any shop. ` +
    'Link your chat on the dashboard first, then add me once more.',
  notAdministrator: 'Only an administrator of that group or channel may connect it.',
  unreachable: 'I’m not in there any more. Add me once more.',
}

/** The texts for a merchant who adds the platform's bot to a group or a channel. */
export const teamTexts: Record<Language, TeamTexts> = { id, en }
