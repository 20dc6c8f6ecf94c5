import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

export function readPrivateKey(pem: string): KeyObject {
  return createPrivateKey(asPem(pem, 'PRIVATE KEY'))
}

export function readPublicKey(pem: string): KeyObject {
  return createPublicKey(asPem(pem, 'PUBLIC KEY'))
}

/** Returns whether a text is an RSA key that `read` can parse. */
export function isRsaKey(read: (pem: string) => KeyObject): (pem: string) => boolean {
  return pem => {
    try {
      return read(pem).asymmetricKeyType === 'rsa'
    } catch {
      return false
    }
  }
}

// Dashboards show keys on one line, with a literal `\n`, or without the header and footer lines.
function asPem(text: string, label: string): string {
  const lines = text.replaceAll('\\n', '\n').trim()
  return lines.startsWith('-----') ? lines : `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----`
}
