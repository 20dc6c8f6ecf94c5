import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { formatVerifier, openNote, readVerifier, signNote } from '../../src/lib/signed-note.ts'

// The example in the documentation of the package golang.org/x/mod/sumdb/note.
const neumann = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const problem =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n" +
  '\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'

const { privateKey } = generateKeyPairSync('ed25519')
const own = formatVerifier('toko.example', privateKey)

describe('a signed note', () => {
  test('a signed note of another program is opened', () => {
    expect(openNote(problem, [readVerifier(neumann)])).toEqual({
      text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
      signedBy: ['PeterNeumann'],
    })
  })

  test('a signed note of ours is opened, even with blank lines and foreign signatures', () => {
    const text = 'one\n\ntwo\n'
    const note = signNote(text, 'toko.example', privateKey)
    const also = note + problem.slice(problem.indexOf('\u2014'))
    expect(openNote(also, [readVerifier(own)])).toEqual({ text, signedBy: ['toko.example'] })
    expect(() => openNote(also, [readVerifier(neumann), readVerifier(own)])).toThrow(/altered: the signature of PeterN/)
  })

  test.each([
    ['a letter of its text', problem.replace('answer', 'anwser'), /altered/],
    ['a letter of its signature', problem.replace('/SffcvI', '/SffcvJ'), /altered/],
    ['its last line feed', problem.slice(0, -1), /no signed note/],
    ['its blank line', problem.replace('\n\n', '\n'), /no signed note/],
    ['a line below it', `${problem}trust me\n`, /no signature/],
    ["its signature for another's", problem.replace('x08go', 'AAAAA'), /Nobody/],
  ])('a signed note is refused if %s was changed', (_what, note, why) => {
    expect(() => openNote(note, [readVerifier(neumann)])).toThrow(why)
  })

  test('a signed note by a key of the same name is rejected', () => {
    const forged = signNote('free coffee\n', 'toko.example', generateKeyPairSync('ed25519').privateKey)
    expect(() => openNote(forged, [readVerifier(own)])).toThrow(/Nobody/)
  })

  test('a signed note with any bit of its signature or text flipped is never opened', () => {
    const note = Buffer.from(signNote('1\n', 'toko.example', privateKey))
    const verifier = readVerifier(own)
    for (let bit = 0; bit < note.length * 8; bit++) {
      const turned = Buffer.from(note)
      turned[bit >> 3]! ^= 1 << (bit & 7)
      expect(opened(turned.toString(), verifier), `bit ${bit}`).not.toBe('1\n')
      expect(opened(turned.toString(), verifier)).toBeNull()
    }
  })

  test.each([
    ['no key', 'toko.example+00000000'],
    ['another id', own.replace(/\+[0-9a-f]{8}\+/, '+00000000+')],
    ['another kind of key', neumann.replace('+ARpc', '+BRpc')],
  ])('a verifier with %s is refused', (_what, line) => {
    expect(() => readVerifier(line)).toThrow()
  })
})

function opened(note: string, verifier: ReturnType<typeof readVerifier>): string | null {
  try {
    return openNote(note, [verifier]).text
  } catch {
    return null
  }
}
