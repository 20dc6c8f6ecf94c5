import { createHmac, type KeyObject } from 'node:crypto'
import { isSameText } from '../lib/same-text.ts'
import type { Seal } from '../lib/seal.ts'

/** The key that signs the addresses of pictures; the same code has the same address until SECRET_KEY is rotated. */
export interface PictureNeeds {
  config: { baseUrl: string }
  seal: Pick<Seal, 'deriveKey' | 'deriveKeys'>
}

const macBytes = 12
const purpose = 'qr pictures'

/**
 * Returns the address of a code's picture. It contains the code itself, so nothing is stored and it reveals nothing
 * else; the signature prevents others from using this installation to render their own codes.
 */
export function qrPictureUrl(app: PictureNeeds, qris: string): string {
  const name = Buffer.from(qris).toString('base64url')
  return `${app.config.baseUrl}/qr/${name}.${computeMac(app.seal.deriveKey(purpose), name)}.png`
}

/** Returns the code behind a picture's name; null if the name was not created here. */
export function findPictureCode(app: PictureNeeds, name: string, mac: string): string | null {
  const isOurs = app.seal.deriveKeys(purpose, 'recent').some(({ key }) => isSameText(mac, computeMac(key, name)))
  return isOurs ? Buffer.from(name, 'base64url').toString() : null
}

function computeMac(key: KeyObject, name: string): string {
  return createHmac('sha256', key).update(name).digest().subarray(0, macBytes).toString('base64url')
}
