// Submits the code that the camera reads on a receipt with the form beside it, as a keyboard scanner does. Only the
// shop can decide whether it issued the receipt.

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
