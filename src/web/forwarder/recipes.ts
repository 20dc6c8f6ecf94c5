import type { Language } from '../parts/language.ts'

/** How an existing app sends notifications or messages to a connection of the dialect `plain`. */
export interface Recipe {
  name: string
  /** The public pages on which it is based. */
  sources: readonly string[]
  /** The body of its request, with the app's own placeholders. */
  body: Readonly<Record<string, string>>
  /** Forms tolerate quotes in a text; apps that escape them themselves send JSON. */
  type: 'form' | 'json'
  steps: Record<Language, readonly string[]>
}

/** The supported apps, none of which was tested on a phone. */
export const recipes: readonly Recipe[] = [
  {
    name: 'MacroDroid',
    sources: [
      'https://wiki.macrodroid.com/wiki/index.php?title=Trigger:_Notification',
      'https://wiki.macrodroid.com/wiki/index.php?title=Action:_HTTP_Request',
    ],
    body: { package: '{not_app_package}', title: '{not_title}', text: '{notification}', time: '{not_timestamp}' },
    type: 'json',
    steps: {
      id: [
        'Pemicu: Notifikasi diterima, pilih aplikasi bank atau e-wallet-mu, teks apa saja.',
        'Aksi: HTTP Request, metode POST, alamat koneksi; Header Params: Authorization dengan tokennya.',
        'Content Body: application/json dengan isi di bawah. Beri izin akses notifikasi dan lepaskan batas baterai.',
      ],
      en: [
        'Trigger: Notification received, choose your bank or wallet app, any text.',
        'Action: HTTP Request, method POST, the address of the connection; Header Params: Authorization ' +
          'with its token.',
        'Content Body: application/json with the text below. Grant notification access and lift the battery limits.',
      ],
    },
  },
  {
    name: 'Tasker',
    sources: [
      'https://tasker.joaoapps.com/userguide/en/help/eh_index.html',
      'https://tasker.joaoapps.com/userguide/en/help/ah_http_request.html',
    ],
    body: { package: '%package', title: '%evtprm2', text: '%evtprm3' },
    type: 'form',
    steps: {
      id: [
        'Profil: Event > UI > Notification, Owner Application aplikasi bank atau e-wallet-mu. Satu profil ' +
          'per aplikasi.',
        'Aksi pertama: Variable Set %package ke nama paketnya, misalnya id.dana: event-nya memberi nama ' +
          'aplikasi, bukan paket.',
        'Variable Convert > URL Encode untuk %evtprm2 dan %evtprm3, lalu HTTP Request POST dengan badan ' +
          'seperti di bawah.',
      ],
      en: [
        'Profile: Event > UI > Notification, Owner Application is your bank or wallet app. One profile for each app.',
        'First action: Variable Set %package to its package, such as id.dana: the event names the app, ' +
          'not the package.',
        'Variable Convert > URL Encode for %evtprm2 and %evtprm3, then HTTP Request POST with the body below.',
      ],
    },
  },
  {
    name: 'Automate',
    sources: [
      'https://llamalab.com/automate/doc/block/notification_posted.html',
      'https://llamalab.com/automate/doc/block/http_request.html',
    ],
    body: { package: 'package', title: 'title', text: 'message' },
    type: 'json',
    steps: {
      id: [
        'Blok "Notification posted": pilih paket aplikasinya; simpan keluarannya ke variabel package, ' +
          'title, dan message.',
        'Blok "HTTP request": POST, jenis isi application/json, header {"Authorization": "Bearer TOKEN"}.',
        'Isi: jsonEncode({"package": package, "title": title, "text": message}). Sambungkan kembali ke blok pertama.',
      ],
      en: [
        'Block "Notification posted": choose the package of the app; store its output in the variables ' +
          'package, title and message.',
        'Block "HTTP request": POST, content type application/json, headers {"Authorization": "Bearer TOKEN"}.',
        'Content: jsonEncode({"package": package, "title": title, "text": message}). Connect it back to ' +
          'the first block.',
      ],
    },
  },
  {
    name: 'SMS Forwarder (bogkonstantin)',
    sources: ['https://github.com/bogkonstantin/android_income_sms_gateway_webhook'],
    body: { from: '%from%', text: '%text%', time: '%sentStamp%' },
    type: 'json',
    steps: {
      id: [
        'Tambah aturan: pengirim SMS bank-mu, alamat koneksi sebagai URL, header {"Authorization": "Bearer TOKEN"}.',
        'Ganti isi JSON dengan yang di bawah. SMS tidak membawa nama aplikasi, jadi uangnya menunggu kamu periksa.',
      ],
      en: [
        'Add a rule: the sender of your bank’s SMS, the address of the connection as URL, headers ' +
          '{"Authorization": "Bearer TOKEN"}.',
        'Replace the JSON by the one below. An SMS names no app, so its money waits for your review.',
      ],
    },
  },
  {
    name: 'iPhone: SMS',
    sources: [
      'https://support.apple.com/id-id/guide/shortcuts/apdd711f9dff/ios',
      'https://support.apple.com/guide/shortcuts/apd58d46713f/ios',
    ],
    body: { text: 'Shortcut Input' },
    type: 'json',
    steps: {
      id: [
        'Pintasan > Otomatisasi > Pesan, pengirim bank-mu, "Jalankan Langsung". iPhone tidak bisa membaca ' +
          'notifikasi aplikasi lain.',
        'Aksi "Dapatkan Isi URL": POST, header Authorization, badan JSON: text = Input Pintasan. Uangnya ' +
          'menunggu kamu periksa.',
      ],
      en: [
        'Shortcuts > Automation > Message, your bank as sender, "Run Immediately". An iPhone cannot read ' +
          'other apps’ notifications.',
        'Action "Get Contents of URL": POST, header Authorization, JSON body: text = Shortcut Input. Its ' +
          'money waits for your review.',
      ],
    },
  },
  {
    name: 'iPhone: e-mail',
    sources: [
      'https://support.apple.com/id-id/guide/shortcuts/apdd711f9dff/ios',
      'https://support.apple.com/guide/shortcuts/apd58d46713f/ios',
    ],
    body: { title: 'Subject', text: 'Shortcut Input' },
    type: 'json',
    steps: {
      id: [
        'Pintasan > Otomatisasi > Email, pengirim bank atau e-wallet-mu, "Jalankan Langsung".',
        'Aksi "Dapatkan Isi URL": POST, header Authorization, badan JSON: title = Perihal, text = Input ' +
          'Pintasan. Uangnya menunggu kamu periksa.',
      ],
      en: [
        'Shortcuts > Automation > Email, your bank or wallet as sender, "Run Immediately".',
        'Action "Get Contents of URL": POST, header Authorization, JSON body: title = Subject, text = ' +
          'Shortcut Input. Its money waits for your review.',
      ],
    },
  },
]
