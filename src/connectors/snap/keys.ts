import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

export function readPrivateKey(pem: string): KeyObject {
  return createPrivateKey(asPem(pem, 'PRIVATE KEY'))
}

export function readPublicKey(pem: string): KeyObject {
  return createPublicKey(asPem(pem, 'PUBLIC KEY'))
}

/** Whether a text is an RSA key that `read` can read. */
export function isRsaKey(read: (pem: string) => KeyObject): (pem: string) => boolean {
  return pem => {
    try {
      return read(pem).asymmetricKeyType === 'rsa'
    } catch {
      return false
    }
  }
}

// Dashboards hand keys out in one line, with `\n` written out, or without the lines around them.
function asPem(text: string, label: string): string {
  const lines = text.replaceAll('\\n', '\n').trim()
  return lines.startsWith('-----') ? lines : `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----`
}
