import type { Language } from './texts.ts'

const id = {
  reviews: {
    title: 'Ulasan pembeli',
    none: 'Belum ada ulasan.',
    one: '⭐ Ulasan baru',
    average: (average: string, count: number) => `Rata-rata ${average} dari ${count} ulasan`,
    wordless: 'Tanpa komentar.',
  },
  whatsApp: {
    bill: '🟢 Kirim tagihan lewat WhatsApp',
    receipt: '🟢 Kirim struk lewat WhatsApp',
    refund: '🟢 Kabari lewat WhatsApp: uang dikembalikan',
    shipped: '🟢 Kabari lewat WhatsApp: sudah dikirim',
  },
  undo: '↩️ Urungkan',
  undone: 'Sudah diurungkan. Pembeli dikabari.',
  undoHint: 'Salah tekan? Bisa diurungkan selama satu menit.',
  undoOver:
    'Ini tidak bisa diurungkan lagi: sudah lewat satu menit, barangnya sudah terkirim, atau uangnya sudah ' +
    'dikembalikan.',
  undoGone: 'Tidak bisa diurungkan: barangnya sudah dipesan orang lain.',
  wizard: {
    button: '➕ Tambah barang',
    whichShop: 'Tambah barang untuk toko yang mana?',
    name: 'Apa nama barangnya? Tidak jadi? /batal',
    kind: 'Jenis barangnya apa?',
    kinds: { physical: '📦 Dikirim ke pembeli', service: '🤝 Jasa', digital: '⚡ Digital' },
    useButtons: 'Pilih salah satu tombol di atas, ya.',
    price: 'Berapa harganya? Misalnya 25000.',
    count: 'Ada berapa? Ketik angkanya, atau pilih tanpa batas.',
    handing:
      'Apa yang diterima pembeli setelah membayar? Pilih di bawah. Kalau barangnya diambil dari server-mu, ketik ' +
      'alamatnya (https://…).',
    codes: '🔑 Tempel kode',
    file: '📄 Kirim file',
    byHand: '🤝 Saya serahkan sendiri',
    sendFile: 'Kirim filenya di sini sebagai dokumen, paling besar 10 MB. Setiap pembeli menerimanya begitu membayar.',
    pasteCodes: 'Tempel kodenya, satu kode per baris. Setiap kode dikirim sekali, begitu dibayar. Tidak jadi? /batal',
    endless: '♾ Tanpa batas',
    description: 'Tulis keterangan singkat untuk pembeli, atau lewati.',
    photo: 'Kirim fotonya, atau lewati.',
    photoPlease: 'Itu bukan foto. Kirim fotonya, ya. Tidak jadi? /batal',
    skip: '⏭ Lewati',
    wrong: {
      price: 'Harganya belum terbaca. Ketik rupiah bulat, misalnya 25000.',
      url: 'Alamat itu tidak bisa dipakai. Ketik alamat lengkap yang bisa dibuka dari internet, atau jumlahnya.',
      count: 'Jumlahnya belum terbaca. Ketik angka bulat, misalnya 12.',
      codes: 'Ada kode yang terlalu panjang: paling banyak 500 huruf per baris.',
      file: 'File itu kosong atau lebih besar dari 10 MB. File yang lebih besar bisa diunggah di dasbor.',
      handing:
        'Tekan salah satu tombol di atas, kirim filenya sebagai dokumen, atau ketik alamat yang diawali https://.',
    },
    added: (name: string) => `✅ ${name} sekarang dijual di tokomu.`,
  },
  picture: {
    button: '🖼 Ganti foto',
    ask: (name: string) => `Kirim foto baru untuk ${name}. Tidak jadi? /batal`,
    changed: '✅ Fotonya sudah diganti.',
  },
  words: {
    button: '📋 Ubah teks',
    buttons: { name: '✏️ Nama', description: '📝 Keterangan', category: '🗂 Kategori' },
    ask: {
      name: (name: string) => `Apa nama baru untuk ${name}? Tidak jadi? /batal`,
      description: (name: string) =>
        `Tulis keterangan baru untuk ${name}, atau - untuk menghapusnya. Tidak jadi? /batal`,
      category: (name: string) =>
        `${name} masuk kategori apa? Kategori yang belum ada dibuat. Ketik - untuk tanpa kategori. Tidak jadi? /batal`,
    },
    wrong: {
      name: 'Nama itu terlalu panjang: paling banyak 100 huruf.',
      description: 'Keterangan itu terlalu panjang: paling banyak 2.000 huruf.',
      category: 'Nama kategori itu terlalu panjang: paling banyak 100 huruf.',
    },
  },
  variant: {
    button: '➕ Varian',
    nameOfOnly: (product: string) =>
      `Supaya bisa dipilih, ${product} yang sudah ada diberi nama apa? Misalnya Reguler. Tidak jadi? /batal`,
    name: (product: string) => `Apa nama varian baru ${product}? Misalnya Besar. Tidak jadi? /batal`,
    added: (name: string) => `✅ ${name} sekarang bisa dipesan.`,
  },
  pickup: '🏪 Diambil sendiri oleh pembeli',
}

export type ShopkeeperTexts = typeof id

const en: ShopkeeperTexts = {
  reviews: {
    title: 'Customer reviews',
    none: 'No reviews yet.',
    one: '⭐ New review',
    average: (average, count) => `${average} on average from ${count} ${count === 1 ? 'review' : 'reviews'}`,
    wordless: 'Rating only, no comment.',
  },
  whatsApp: {
    bill: '🟢 Send the bill by WhatsApp',
    receipt: '🟢 Send the receipt by WhatsApp',
    refund: '🟢 Tell by WhatsApp: refunded',
    shipped: '🟢 Tell by WhatsApp: on its way',
  },
  undo: '↩️ Undo',
  undone: 'Undone. The buyer has been notified.',
  undoHint: 'Pressed by mistake? You can undo it for a minute.',
  undoOver:
    'This can’t be undone any more: a minute has passed, the goods have already been sent, or the money was given ' +
    'back.',
  undoGone: 'This can’t be undone: somebody else has ordered the goods.',
  wizard: {
    button: '➕ Add a product',
    whichShop: 'Which shop is it for?',
    name: 'What’s the product called? Changed your mind? /cancel',
    kind: 'What kind of product is it?',
    kinds: { physical: '📦 Shipped to the buyer', service: '🤝 Service', digital: '⚡ Digital' },
    useButtons: 'Please use one of the buttons above.',
    price: 'How much is it? For example 25000.',
    count: 'How many are there? Type a number, or choose unlimited.',
    handing:
      'What does the buyer get after paying? Choose below. If your server supplies it, type its address (https://…).',
    codes: '🔑 Paste codes',
    file: '📄 Send a file',
    byHand: '🤝 I hand it over myself',
    sendFile: 'Send the file here as a document of up to 10 MB. Every buyer gets it as soon as they have paid.',
    pasteCodes:
      'Paste the codes, one per line. Each one is sent once, as soon as it’s paid for. Changed your mind? /cancel',
    endless: '♾ Unlimited',
    description: 'Write a short description for buyers, or skip this.',
    photo: 'Send a photo of it, or skip this.',
    photoPlease: 'That isn’t a photo. Please send one. Changed your mind? /cancel',
    skip: '⏭ Skip',
    wrong: {
      price: 'I couldn’t read that price. Type whole rupiah, such as 25000.',
      url: 'That address can’t be used. Type a full public address, or a number.',
      count: 'I couldn’t read that number. Type a whole number, such as 12.',
      codes: 'One of the codes is too long: 500 characters per line at most.',
      file: 'That file is empty or larger than 10 MB. Larger files can be uploaded in the dashboard.',
      handing:
        'Press one of the buttons above, send the file as a document, or type an address beginning with https://.',
    },
    added: name => `✅ ${name} is now for sale in your shop.`,
  },
  picture: {
    button: '🖼 Change photo',
    ask: name => `Send a new photo of ${name}. Changed your mind? /cancel`,
    changed: '✅ The photo has been changed.',
  },
  words: {
    button: '📋 Edit texts',
    buttons: { name: '✏️ Name', description: '📝 Description', category: '🗂 Category' },
    ask: {
      name: name => `What is the new name of ${name}? Changed your mind? /cancel`,
      description: name => `Write a new description of ${name}, or - to remove it. Changed your mind? /cancel`,
      category: name =>
        `Which category is ${name} in? A new one is created. Type - for no category. Changed your mind? /cancel`,
    },
    wrong: {
      name: 'That name is too long: 100 characters at most.',
      description: 'That description is too long: 2,000 characters at most.',
      category: 'That category’s name is too long: 100 characters at most.',
    },
  },
  variant: {
    button: '➕ Variant',
    nameOfOnly: product =>
      `So that customers can choose, what is the ${product} that you sell now called? Regular, for example. Changed ` +
      'your mind? /cancel',
    name: product => `What’s the new variant of ${product} called? Large, for example. Changed your mind? /cancel`,
    added: name => `✅ ${name} can be ordered now.`,
  },
  pickup: '🏪 The buyer picks it up',
}

/** Texts for merchants about the newer parts of their shop: reviews, coupons, broadcasts, hours. */
export const shopkeeperTexts: Record<Language, ShopkeeperTexts> = { id, en }
