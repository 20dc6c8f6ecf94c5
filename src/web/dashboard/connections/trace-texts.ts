import type { TrialStepName } from '../../../connections/try-connection.ts'
import type { Language } from '../../parts/language.ts'

const id = {
  title: 'Lalu lintas dengan penyedia',
  text:
    'Merekam sepuluh permintaan berikutnya, ke penyedia dan dari penyedia: alamat, header, teks yang ditandatangani, ' +
    'isi, dan jawabannya. Rekaman disegel, dihapus setelah sehari, dan tanpa secret, token, dan nomor telepon.',
  open: 'Lalu lintas',
  start: 'Rekam sepuluh berikutnya',
  restart: 'Rekam ulang',
  left: (count: number) => `Sedang merekam: ${count} lagi.`,
  none: 'Belum ada yang terekam.',
  audited: 'Pembukaan rekaman ini tercatat di log audit.',
  sent: 'dikirim',
  received: 'diterima',
  headers: 'Header',
  stringToSign: 'Teks yang ditandatangani',
  body: 'Isi',
  answer: (status: number) => `Jawaban ${status}`,
  noAnswer: 'Tidak ada jawaban',
  try: 'Coba satu kode',
  trialTitle: 'Percobaan dengan satu kode',
  trialText: (amount: string) =>
    `Kode ${amount} dibuat di penyedia, ditanyakan, lalu dibatalkan. Kode itu tidak ditunjukkan ke siapa pun.`,
  steps: {
    code: 'Membuat kode',
    status: 'Menanyakan kode',
    cancel: 'Membatalkan kode',
    account: 'Menanyakan rekening',
  } as Record<TrialStepName, string>,
  done: 'Berhasil.',
  openUntil: (at: string) => `Penyedia tidak membatalkan kodenya: kode itu berakhir sendiri ${at}.`,
  back: 'Kembali ke koneksi',
}

type TraceTexts = typeof id

const en: TraceTexts = {
  title: 'Traffic with the provider',
  text:
    'Records the next ten requests to the provider and from it: address, headers, the text that is signed, body and ' +
    'answer. The record is sealed, deleted after a day, and has no secrets, tokens or phone numbers.',
  open: 'Traffic',
  start: 'Record the next ten',
  restart: 'Record again',
  left: count => `Recording: ${count} more.`,
  none: 'Nothing has been recorded yet.',
  audited: 'The audit log records that you opened this.',
  sent: 'sent',
  received: 'received',
  headers: 'Headers',
  stringToSign: 'Text that is signed',
  body: 'Body',
  answer: status => `Answer ${status}`,
  noAnswer: 'No answer',
  try: 'Try one code',
  trialTitle: 'Trial with one code',
  trialText: amount =>
    `A code for ${amount} is made at the provider, asked about and cancelled. It is shown to nobody.`,
  steps: {
    code: 'Make a code',
    status: 'Ask about it',
    cancel: 'Cancel it',
    account: 'Ask about the account',
  },
  done: 'Done.',
  openUntil: at => `The provider did not cancel the code: it ends by itself at ${at}.`,
  back: 'Back to the connection',
}

export const traceTexts: Record<Language, TraceTexts> = { id, en }
