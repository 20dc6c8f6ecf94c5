import { type Html, html } from '../../lib/html.ts'
import type { Language } from '../parts/language.ts'

interface AppSteps {
  app: string
  id: string[]
  en: string[]
}

// Apps move their buttons, so a step names a button and not its place on the screen.
const scanned: AppSteps[] = [
  {
    app: 'GoPay',
    id: ['Buka GoPay, ketuk Scan QRIS.', 'Scan kodenya, atau ketuk ikon galeri dan pilih gambar yang disimpan.'],
    en: ['Open GoPay and tap Scan QRIS.', 'Scan the code, or tap the gallery icon and choose the saved image.'],
  },
  {
    app: 'DANA',
    id: ['Buka DANA, ketuk PAY.', 'Scan kodenya, atau ketuk ikon gambar dan pilih gambar yang disimpan.'],
    en: ['Open DANA and tap PAY.', 'Scan the code, or tap the picture icon and choose the saved image.'],
  },
  {
    app: 'OVO',
    id: ['Buka OVO, ketuk ikon QRIS.', 'Scan kodenya, atau unggah gambar yang disimpan dari galeri.'],
    en: ['Open OVO and tap the QRIS icon.', 'Scan the code, or upload the saved image from your gallery.'],
  },
  {
    app: 'ShopeePay',
    id: ['Buka Shopee atau ShopeePay, ketuk Scan.', 'Scan kodenya, atau ketuk Album dan pilih gambar yang disimpan.'],
    en: ['Open Shopee or ShopeePay and tap Scan.', 'Scan the code, or tap Album and choose the saved image.'],
  },
  {
    app: 'BCA',
    id: [
      'Buka BCA mobile atau myBCA, ketuk QRIS, lalu masuk.',
      'Scan kodenya, atau ambil gambar yang disimpan dari galeri.',
    ],
    en: [
      'Open BCA mobile or myBCA, tap QRIS, and sign in.',
      'Scan the code, or take the saved image from your gallery.',
    ],
  },
  {
    app: 'Livin’ by Mandiri',
    id: ['Buka Livin’, ketuk QR Bayar.', 'Scan kodenya, atau ketuk ikon galeri dan pilih gambar yang disimpan.'],
    en: ['Open Livin’ and tap QR Bayar.', 'Scan the code, or tap the gallery icon and choose the saved image.'],
  },
  {
    app: 'BRImo',
    id: ['Buka BRImo, ketuk QRIS.', 'Scan kodenya, atau ambil gambar yang disimpan dari galeri.'],
    en: ['Open BRImo and tap QRIS.', 'Scan the code, or take the saved image from your gallery.'],
  },
]

const sent: AppSteps[] = [
  {
    app: 'GoPay',
    id: ['Buka GoPay, ketuk Transfer.', 'Tempel nomornya. Kalau tujuannya e-wallet lain, pilih dulu namanya.'],
    en: ['Open GoPay and tap Transfer.', 'Paste the number. If it belongs to another e-wallet, choose that one first.'],
  },
  {
    app: 'DANA',
    id: ['Buka DANA, ketuk Kirim.', 'Tempel nomornya. Kalau tujuannya e-wallet lain, pilih dulu namanya.'],
    en: [
      'Open DANA and tap Kirim (Send).',
      'Paste the number. If it belongs to another e-wallet, choose that one first.',
    ],
  },
  {
    app: 'OVO',
    id: ['Buka OVO, ketuk Transfer.', 'Tempel nomornya. Kalau tujuannya e-wallet lain, pilih dulu namanya.'],
    en: ['Open OVO and tap Transfer.', 'Paste the number. If it belongs to another e-wallet, choose that one first.'],
  },
  {
    app: 'ShopeePay',
    id: ['Buka ShopeePay, ketuk Transfer.', 'Tempel nomornya. Kalau tujuannya e-wallet lain, pilih dulu namanya.'],
    en: [
      'Open ShopeePay and tap Transfer.',
      'Paste the number. If it belongs to another e-wallet, choose that one first.',
    ],
  },
  {
    app: 'BCA',
    id: [
      'Buka BCA mobile atau myBCA, pilih transfer atau top up e-wallet.',
      'Tempel nomornya. Biaya admin bank ditambahkan di luar nominalnya.',
    ],
    en: [
      'Open BCA mobile or myBCA and choose transfer, or top up an e-wallet.',
      'Paste the number. The bank adds its own fee on top of the amount.',
    ],
  },
]

/** Renders instructions for common apps, each folded below its name. The last step lists the checks before paying. */
export function renderAppSteps(way: 'scan' | 'send', language: Language, last: string): Html {
  return html`<div class="apps">${(way === 'scan' ? scanned : sent).map(
    each => html`<details name="app" data-testid="app-steps"><summary>${each.app}</summary>
<ol>${[...each[language], last].map(step => html`<li>${step}</li>`)}</ol></details>`,
  )}</div>`
}
