import type { Language } from '../parts/language.ts'

interface DocsTexts {
  title: string
  manual: string
  manualLead: string
  apiTitle: string
  lead: string
  find: string
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
  /** The words about one type of event, before the link to the endpoint that makes endpoints. */
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
      'Buat tagihan, tunggu uangnya, dan dengar kabarnya lewat callback. Contoh dalam lima bahasa ada di samping ' +
      'setiap endpoint, dan semuanya bisa dicoba di halaman ini.',
    find: 'Cari panduan atau endpoint',
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
      ['Dengar kabarnya', 'Callback bertanda tangan datang saat lunas; GET /api/check-payment menjawab kapan saja.'],
      ['Coba tanpa uang', 'POST /api/simulate-payment mendatangkan uang mainan di mode uji.'],
    ],
    more: 'Untuk mesin',
    events: 'Event',
    eventText:
      'Dikirim ke endpoint yang menginginkannya, ditandatangani menurut Standard Webhooks. ' +
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
      'Create a payment, wait for its money, and be told by a callback. Samples in five languages stand beside each ' +
      'endpoint, and all of them can be tried on this page.',
    find: 'Find a page or an endpoint',
    endpoints: 'Contents',
    start: 'Start here',
    errors: 'Error codes',
    errorsLead: 'Every answer that fails has one of these in `code`, and a `request_id` to find it in the log.',
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
    samples: 'Samples',
    tryIt: 'Try it',
    tryText: 'The request goes from this browser to this installation, with the key below.',
    demoKey: 'The key of the demo is filled in: its money is play money.',
    key: 'API key',
    body: 'Body (JSON)',
    send: 'Send',
    answered: 'Answer of the server',
    steps: [
      ['Get an API key', 'On the dashboard, API keys: choose test mode. Send it in the header X-API-Key.'],
      ['Create a payment', 'POST /api/create-payment answers payment_url: send it to the customer.'],
      ['Hear of it', 'A signed callback arrives once it is paid; GET /api/check-payment answers at any time.'],
      ['Try it without money', 'POST /api/simulate-payment brings play money in test mode.'],
    ],
    more: 'For machines',
    events: 'Events',
    eventText:
      'Sent to each endpoint that wants it, signed as Standard Webhooks says. A chat reads the sentence above.',
    fields: 'Its fields',
    example: 'An example',
  },
}
