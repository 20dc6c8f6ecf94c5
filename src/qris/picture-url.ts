import { createHmac, timingSafeEqual } from 'node:crypto'

/** What signs and shows the addresses of pictures; the same code has the same address for ever. */
export interface PictureNeeds {
  config: { baseUrl: string }
  seal: { deriveKey(purpose: string): Buffer }
}

const macBytes = 12

/**
 * The address of the picture of a code. It holds the code itself, so nothing is stored and nothing else can be learnt
 * from it; the signature keeps others from using this installation to draw codes of their own.
 */
export function qrPictureUrl(app: PictureNeeds, qris: string): string {
  const name = Buffer.from(qris).toString('base64url')
  return `${app.config.baseUrl}/qr/${name}.${macOf(app, name).toString('base64url')}.png`
}

/** The code behind a picture's name; null when it was not made here. */
export function codeOfPicture(app: PictureNeeds, name: string, mac: string): string | null {
  const given = Buffer.from(mac, 'base64url')
  const wanted = macOf(app, name)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
  return Buffer.from(name, 'base64url').toString()
}

function macOf(app: PictureNeeds, name: string): Buffer {
  return createHmac('sha256', app.seal.deriveKey('qr pictures')).update(name).digest().subarray(0, macBytes)
}
