import type { Language } from '../../../web/parts/language.ts'

interface DocsTexts {
  title: string
  manual: string
  manualLead: string
  apiTitle: string
  lead: string
  find: string
  findError: string
  endpoints: string
  start: string
  errors: string
  errorsLead: string
  cause: string
  cure: string
  status: string
  dialect: (name: string) => string
  otherDialect: (name: string) => string
  request: string
  answer: string
  errorsOfAll: string
  field: string
  type: string
  rule: string
  required: string
  from: (minimum: number) => string
  to: (maximum: number) => string
  characters: (most: number) => string
  usual: (value: string) => string
  arrayOf: (type: string) => string
  samples: string
  tryIt: string
  tryText: string
  demoKey: string
  key: string
  body: string
  send: string
  answered: string
  steps: readonly (readonly [name: string, text: string])[]
  more: string
  events: string
  /** The text about one event type, before the link to the endpoint that creates webhooks. */
  eventText: string
  fields: string
  example: string
}

export const docsTexts: Record<Language, DocsTexts> = {
  id: {
    title: 'Panduan dan dokumentasi',
    manual: 'Panduan toko',
    manualLead: 'Untuk yang berjualan, tanpa kode.',
    apiTitle: 'API untuk pengembang',
    lead:
      'Buat tagihan, tunggu uangnya, dan terima kabarnya lewat callback. Contoh dalam lima bahasa ada di samping ' +
      'setiap endpoint, dan semuanya bisa dicoba di halaman ini.',
    find: 'Cari panduan atau endpoint',
    findError: 'Cari kode, sebab, atau jalan keluar',
    endpoints: 'Daftar isi',
    start: 'Mulai di sini',
    errors: 'Kode kesalahan',
    errorsLead:
      'Setiap jawaban yang gagal membawa salah satu kode ini di `code`, dan `request_id` untuk dicari di log.',
    cause: 'Sebab',
    cure: 'Yang perlu dilakukan',
    status: 'Status',
    dialect: name => `Dialek ${name}`,
    otherDialect: name => `Lihat dialek ${name}`,
    request: 'Permintaan',
    answer: 'Jawaban',
    errorsOfAll: 'Bila gagal: kode kesalahan, sebab, dan jalan keluarnya',
    field: 'Kolom',
    type: 'Tipe',
    rule: 'Aturan',
    required: 'wajib',
    from: minimum => `mulai ${minimum}`,
    to: maximum => `sampai ${maximum}`,
    characters: most => `paling banyak ${most} karakter`,
    usual: value => `bawaan ${value}`,
    arrayOf: type => `daftar ${type}`,
    samples: 'Contoh',
    tryIt: 'Coba sekarang',
    tryText: 'Permintaan dikirim dari browser ini ke instalasi ini, dengan key di bawah.',
    demoKey: 'Key demo sudah diisi: uangnya mainan.',
    key: 'API key',
    body: 'Isi (JSON)',
    send: 'Kirim',
    answered: 'Jawaban dari server',
    steps: [
      ['Ambil API key', 'Di dasbor, API key: pilih mode uji. Kirim di header X-API-Key.'],
      ['Buat tagihan', 'POST /api/create-payment menjawab payment_url: kirim ke pelanggan.'],
      ['Terima kabarnya', 'Callback bertanda tangan datang saat lunas; GET /api/check-payment menjawab kapan saja.'],
      ['Coba tanpa uang', 'POST /api/simulate-payment mendatangkan uang mainan di mode uji.'],
    ],
    more: 'Untuk mesin',
    events: 'Kejadian',
    eventText:
      'Dikirim ke setiap webhook yang memilihnya, ditandatangani menurut Standard Webhooks. ' +
      'Chat membaca kalimat di atas.',
    fields: 'Isinya',
    example: 'Contoh',
  },
  en: {
    title: 'Manual and documentation',
    manual: 'The shop manual',
    manualLead: 'For people who sell, without code.',
    apiTitle: 'The API for developers',
    lead:
      'Create a payment, wait for its money, and get a callback. Samples in five languages are beside each endpoint, ' +
      'and you can try all of them on this page.',
    find: 'Find a page or an endpoint',
    findError: 'Find a code, a cause or what to do',
    endpoints: 'Contents',
    start: 'Start here',
    errors: 'Error codes',
    errorsLead: 'Every failed response has one of these in `code`, and a `request_id` to look up in the log.',
    cause: 'Cause',
    cure: 'What to do',
    status: 'Status',
    dialect: name => `The ${name} dialect`,
    otherDialect: name => `See the ${name} dialect`,
    request: 'Request',
    answer: 'Answer',
    errorsOfAll: 'When it fails: error codes, causes and what to do',
    field: 'Field',
    type: 'Type',
    rule: 'Rule',
    required: 'required',
    from: minimum => `from ${minimum}`,
    to: maximum => `to ${maximum}`,
    characters: most => `at most ${most} characters`,
    usual: value => `default ${value}`,
    arrayOf: type => `array of ${type}`,
    samples: 'Samples',
    tryIt: 'Try it',
    tryText: 'The request goes from this browser to this installation, with the key below.',
    demoKey: 'The demo key is filled in: its money is play money.',
    key: 'API key',
    body: 'Body (JSON)',
    send: 'Send',
    answered: 'Server response',
    steps: [
      ['Get an API key', 'On the dashboard, API keys: choose test mode. Send it in the header X-API-Key.'],
      ['Create a payment', 'POST /api/create-payment returns payment_url: send it to the customer.'],
      ['Get notified', 'A signed callback arrives once it is paid; GET /api/check-payment answers at any time.'],
      ['Try it without money', 'POST /api/simulate-payment brings play money in test mode.'],
    ],
    more: 'For machines',
    events: 'Events',
    eventText:
      'Sent to each webhook that subscribes to it, signed as Standard Webhooks says. A chat reads the sentence above.',
    fields: 'Fields',
    example: 'Example',
  },
}
