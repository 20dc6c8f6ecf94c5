import type { Language } from '../../../../bot/texts/texts.ts'

const id = {
  button: '🎁 Undang teman',
  title: '🎁 Undang teman, sama-sama hemat',
  offer: (amount: string, days: number) =>
    `Setelah pesanan pertama temanmu dibayar, kalian berdua dapat kupon ${amount}, berlaku ${days} hari.`,
  least: (amount: string) => `Untuk belanja paling sedikit ${amount}.`,
  link: 'Tautanmu, ketuk untuk menyalin:',
  counted: (came: number, bought: number) => `Teman yang datang: ${came}. Yang sudah belanja: ${bought}.`,
  share: '📤 Bagikan ke teman',
  shared: (amount: string) =>
    `Belanja di sini, yuk. Setelah pesanan pertamamu dibayar, kita sama-sama dapat kupon ${amount}.`,
  none: 'Toko ini belum punya hadiah untuk undangan.',
  ownLink: 'Ini tautanmu sendiri. Kirim ke temanmu, ya.',
  known: 'Tautan undangan hanya untuk yang baru pertama kali ke sini. Selamat belanja lagi!',
  welcome: (amount: string) =>
    `🎁 Kamu diundang temanmu! Setelah pesanan pertamamu dibayar, kalian berdua dapat kupon ${amount}. Kuponnya ` +
    'dikirim di chat ini.',
  rewardTitle: '🎁 Kuponmu sudah datang',
  reward: {
    inviter: (amount: string) =>
      `Temanmu sudah belanja lewat undanganmu. Ini kupon ${amount} untukmu, ketuk untuk menyalin:`,
    invited: (amount: string) =>
      `Pesanan pertamamu lewat undangan teman sudah dibayar. Ini kupon ${amount} untukmu, ketuk untuk menyalin:`,
  },
  until: (when: string) => `Berlaku sampai ${when}, untuk satu pesanan.`,
  howToUse: 'Cara pakai: pilih barang, tekan “Beli sekarang”, lalu tekan tombol kuponmu sebelum membayar.',
  own: (count: number) => `Kuponmu yang bisa dipakai: ${count}`,
  ownLine: (amount: string, when: string) => `${amount}, sampai ${when}`,
}

export type InviteTexts = typeof id

const en: InviteTexts = {
  button: '🎁 Invite friends',
  title: '🎁 Invite a friend, save together',
  offer: (amount, days) =>
    `Once your friend’s first order is paid, you both get a ${amount} coupon, good for ${days} ` +
    `${days === 1 ? 'day' : 'days'}.`,
  least: amount => `For orders of at least ${amount}.`,
  link: 'Your link, tap to copy:',
  counted: (came, bought) => `Friends who came: ${came}. Friends who bought: ${bought}.`,
  share: '📤 Share with friends',
  shared: amount => `Come and shop here. Once your first order is paid, we both get a ${amount} coupon.`,
  none: 'This shop doesn’t reward invitations yet.',
  ownLink: 'This is your own link. Send it to a friend.',
  known: 'Invitations are for people who are new here. Happy shopping!',
  welcome: amount =>
    `🎁 A friend invited you! Once your first order is paid, you both get a ${amount} coupon. Yours will arrive in ` +
    'this chat.',
  rewardTitle: '🎁 Your coupon is here',
  reward: {
    inviter: amount =>
      `A friend you invited has just bought something. Here’s a ${amount} coupon for you, tap to copy:`,
    invited: amount =>
      `Your first order through a friend’s invitation is paid. Here’s a ${amount} coupon for you, tap to copy:`,
  },
  until: when => `Good for one order, until ${when}.`,
  howToUse: 'How to use it: pick a product, press “Buy now”, then press your coupon before you pay.',
  own: count => `Coupons you can use: ${count}`,
  ownLine: (amount, when) => `${amount}, until ${when}`,
}

/** Texts for customers who invite friends. */
export const inviteTexts: Record<Language, InviteTexts> = { id, en }
