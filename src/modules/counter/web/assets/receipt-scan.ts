// Sends what the camera reads on a receipt with the form beside it, as a scanner that types does: the shop alone says
// whether it is one of its receipts.

import type jsQR from 'jsqr'
import { listenToCamera } from './camera.ts'

declare global {
  interface Window {
    jsQR: typeof jsQR.default
  }
}

listenToCamera({
  formats: ['qr_code'],
  decoderOf:
    () =>
    ({ data, width, height }) =>
      self.jsQR(data, width, height)?.data,
  found(text) {
    const field = document.getElementById('receipt') as HTMLInputElement
    field.value = text.slice(0, field.maxLength)
    field.form!.requestSubmit()
  },
})
