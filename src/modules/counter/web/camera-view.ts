import type { Config } from '../../../config.ts'
import { type Html, html } from '../../../lib/html.ts'
import { assetPath } from '../../../web/parts/assets.ts'
import type { Language } from '../../../web/parts/language.ts'

const id = {
  openCamera: 'Scan dengan kamera',
  closeCamera: 'Tutup kamera',
  receipt: {
    looking: 'Arahkan kamera ke kode di struk.',
    refused: 'Kamera belum diizinkan. Izinkan kamera untuk halaman ini di setelan browser, atau tempel alamatnya.',
    missing: 'Kamera tidak bisa dibuka. Pakai pemindai, atau tempel alamatnya.',
    https: 'Kamera hanya bisa dipakai lewat alamat https. Pakai pemindai, atau tempel alamatnya.',
  },
  barcode: {
    looking: 'Arahkan kamera ke barcode, garisnya tegak.',
    refused: 'Kamera belum diizinkan. Izinkan kamera untuk halaman ini di setelan browser, atau ketik angkanya.',
    missing: 'Kamera tidak bisa dibuka. Pakai pemindai, atau ketik angkanya.',
    https: 'Kamera hanya bisa dipakai lewat alamat https. Pakai pemindai, atau ketik angkanya.',
  },
}

const en: typeof id = {
  openCamera: 'Scan with the camera',
  closeCamera: 'Close the camera',
  receipt: {
    looking: 'Point the camera at the code on the receipt.',
    refused:
      'The camera is not allowed yet. Allow it for this page in the settings of the browser, or paste the address.',
    missing: 'The camera cannot be opened. Use a scanner, or paste the address.',
    https: 'The camera needs an https address. Use a scanner, or paste the address.',
  },
  barcode: {
    looking: 'Point the camera at the barcode, its lines upright.',
    refused:
      'The camera is not allowed yet. Allow it for this page in the settings of the browser, or type the number.',
    missing: 'The camera cannot be opened. Use a scanner, or type the number.',
    https: 'The camera needs an https address. Use a scanner, or type the number.',
  },
}

const texts: Record<Language, typeof id> = { id, en }
// The decoder is loaded when the camera is opened.
const decoders = { receipt: 'jsqr.js', barcode: 'barcode.js' }

/** Renders a camera that looks for a code (camera.ts); hidden until its script shows it. */
export function cameraView(config: Pick<Config, 'baseUrl'>, language: Language, decoder: keyof typeof decoders): Html {
  const { openCamera, closeCamera, [decoder]: say } = texts[language]
  const words = html`data-looking="${say.looking}" data-refused="${say.refused}" data-missing="${say.missing}"
    data-https="${say.https}"`
  return html`<div class="camera" id="camera" data-decoder="${assetPath(config, decoders[decoder])}" ${words} hidden>
    <button type="button" class="button${decoder === 'barcode' && html` quiet`}" id="open-camera">${openCamera}</button>
    <video id="video" playsinline muted hidden></video>
    <p id="camera-state" role="status"></p>
    <button type="button" class="button quiet" id="close-camera" hidden>${closeCamera}</button>
  </div>`
}
