import type { UnreadReason } from '../../../connectors/unread-notification.ts'
import type { Language } from '../../parts/language.ts'

const id = {
  title: 'Notifikasi yang tidak dikenali',
  counted: (count: number) => `Notifikasi yang tidak dikenali: ${count}`,
  text: (days: number) =>
    'HP-mu meneruskan notifikasi ini, tetapi tidak ada kalimat yang cocok, jadi tidak ada tagihan yang dilunasi. Ini ' +
    `mungkin uang masuk: cek di aplikasinya sebelum meminta pelanggan membayar lagi. Disimpan ${days} hari, lalu ` +
    'dihapus.',
  overLimit: (count: number) => `${count} di antaranya disimpan tanpa isi, karena lebih dari 200 masuk dalam satu jam.`,
  withheldCount: (count: number) =>
    `${count} di antaranya memuat kode sekali pakai: hanya dihitung, isinya tidak disimpan.`,
  newest: (count: number) => `Yang ditampilkan: ${count} terbaru.`,
  open: 'Buka isinya',
  others: 'Aplikasi yang tidak kamu pilih',
  othersText:
    'HP-mu juga meneruskan notifikasi aplikasi ini. Yang disimpan hanya nama dan jumlahnya. Kalau uangmu masuk lewat ' +
    'salah satunya, pilih aplikasinya lewat "Ganti kredensial".',
  times: (count: number) => `${count} kali`,
  nameless: 'tanpa nama aplikasi',
  app: 'Aplikasi',
  amount: 'Nominal menurut HP',
  received: 'Diterima',
  shown: 'Muncul di HP',
  reason: 'Alasan',
  heading: 'Judul',
  words: 'Isi',
  empty: '(kosong)',
  withheld: 'Isinya tidak disimpan karena memuat kode sekali pakai.',
  leftOut: 'Isinya tidak disimpan: terlalu banyak notifikasi dalam satu jam, atau memang tidak ada isinya.',
  audited: 'Siapa yang membuka isi ini dicatat di log audit.',
  decide: 'Terima atau pasangkan uangnya',
  decided: 'Lihat uangnya',
  reasons: {
    sentence: 'Kalimatnya tidak dikenal',
    amounts_differ: 'Nominal dari penerus berbeda dengan isinya',
    no_amount: 'Tidak ada isi dan nominalnya',
    hidden: 'Android menyembunyikan isinya: matikan "Notifikasi yang disempurnakan" di HP',
    in_review: 'Uangnya menunggu diperiksa',
    not_chosen: 'Aplikasinya tidak dipilih',
  } satisfies Record<UnreadReason, string> as Record<UnreadReason, string>,
}

const en: typeof id = {
  title: 'Unrecognised notification',
  counted: count => `Unrecognised notifications: ${count}`,
  text: days =>
    'Your phone forwarded these notifications, but no known sentence matches them, so they paid nothing. They may be ' +
    'money: look in the app itself before you ask a customer to pay again. They are stored for ' +
    `${days} ${days === 1 ? 'day' : 'days'}, then deleted.`,
  overLimit: count => `${count} of them are stored without their text, because more than 200 came within an hour.`,
  withheldCount: count => `${count} of them held a one-time code: they are counted, and their text is not stored.`,
  newest: count => `The ${count} newest are listed.`,
  open: 'Open the text',
  others: 'Apps that you did not choose',
  othersText:
    'Your phone also forwards notifications of these apps. Only their names and counts are stored. If your money ' +
    'comes by one of them, choose it under "Replace credentials".',
  times: count => (count === 1 ? 'once' : `${count} times`),
  nameless: 'no app named',
  app: 'App',
  amount: 'Amount according to the phone',
  received: 'Received',
  shown: 'Shown on the phone',
  reason: 'Reason',
  heading: 'Title',
  words: 'Text',
  empty: '(empty)',
  withheld: 'Its text was not stored because it holds a one-time code.',
  leftOut: 'Its text was not stored: too many notifications came within an hour, or it had none.',
  audited: 'The audit log records who opened this text.',
  decide: 'Accept or assign the money',
  decided: 'See the money',
  reasons: {
    sentence: 'Its sentence is not known',
    amounts_differ: 'The forwarder’s amount differs from the text',
    no_amount: 'It has neither text nor amount',
    hidden: 'Android hid its text: switch "Enhanced notifications" off on the phone',
    in_review: 'Its money waits in review',
    not_chosen: 'Its app was not chosen',
  },
}

export const unreadTexts: Record<Language, typeof id> = { id, en }
