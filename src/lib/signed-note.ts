import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/*
 * A text with signatures below it, https://c2sp.org/signed-note, with Ed25519 only. A verifier is one line: name, key
 * id and key, separated by plus signs.
 */
const ed25519 = 1
const keyIdBytes = 4
/** The prefix before the 32 bytes of a public key in the SPKI form that Node and OpenSSL read. */
const spkiStart = Buffer.from('302a300506032b6570032100', 'hex')
const dash = '\u2014'

export interface Verifier {
  name: string
  id: string
  key: KeyObject
}

/** Returns the line that identifies the signer by this key, which may be public or private. */
export function formatVerifier(name: string, key: KeyObject): string {
  const typed = typedKey(key)
  return `${name}+${noteKeyId(name, typed).toString('hex')}+${typed.toString('base64')}`
}

/** Parses a verifier. Throws an Error that describes what is wrong with the line. */
export function readVerifier(line: string): Verifier {
  const [, name = '', id = '', encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(line.trim()) ?? []
  const typed = Buffer.from(encoded, 'base64')
  if (typed.length !== 33 || typed[0] !== ed25519) throw new Error('is no Ed25519 key of the form name+id+key')
  if (noteKeyId(name, typed).toString('hex') !== id) throw new Error('has an id that is not that of its name and key')
  const key = createPublicKey({ key: Buffer.concat([spkiStart, typed.subarray(1)]), format: 'der', type: 'spki' })
  return { name, id, key }
}

/** Signs a note. `text` ends with a line feed. */
export function signNote(text: string, name: string, privateKey: KeyObject): string {
  if (!text.endsWith('\n')) throw new Error('Bug: a note ends with a line feed')
  const signature = sign(null, Buffer.from(text), privateKey)
  const encoded = Buffer.concat([noteKeyId(name, typedKey(privateKey)), signature]).toString('base64')
  return `${text}\n${dash} ${name} ${encoded}\n`
}

/**
 * Returns the text of a note and the known verifiers that signed it. Signatures by unknown keys are ignored. Throws an
 * Error if the signature of a known key is invalid, or if none is valid.
 */
export function openNote(note: string, verifiers: readonly Verifier[]): { text: string; signedBy: string[] } {
  const end = note.lastIndexOf('\n\n')
  if (end === -1 || !note.endsWith('\n')) throw new Error('It is no signed note')
  const text = note.slice(0, end + 1)
  const signedBy: string[] = []
  for (const line of note.slice(end + 2, -1).split('\n')) {
    const [, name, encoded = ''] = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/]+=*)$/.exec(line) ?? []
    const bytes = Buffer.from(encoded, 'base64')
    // Each signature has only one valid spelling.
    if (name === undefined || bytes.toString('base64') !== encoded) {
      throw new Error('It is no signed note: a line below its text is no signature')
    }
    const id = bytes.subarray(0, keyIdBytes).toString('hex')
    const verifier = verifiers.find(each => each.name === name && each.id === id)
    if (!verifier) continue
    if (!verify(null, Buffer.from(text), verifier.key, bytes.subarray(keyIdBytes))) {
      throw new Error(`It was altered: the signature of ${name} does not fit`)
    }
    signedBy.push(name)
  }
  if (signedBy.length === 0) throw new Error('Nobody whose key is trusted here has signed it')
  return { text, signedBy }
}

function typedKey(key: KeyObject): Buffer {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  return Buffer.concat([Buffer.from([ed25519]), spki.subarray(spkiStart.length)])
}

function noteKeyId(name: string, typed: Buffer): Buffer {
  return createHash('sha256').update(`${name}\n`).update(typed).digest().subarray(0, keyIdBytes)
}
