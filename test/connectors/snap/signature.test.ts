import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readPrivateKey, readPublicKey } from '../../../src/connectors/snap/keys.ts'
import {
  listSignableBodies,
  makeAsymmetricText,
  minifyJson,
  type SignedText,
  sha256Hex,
  signAsymmetric,
  signSymmetric,
  signTokenRequest,
  verifyHmac,
  verifyRsa,
  verifyTokenRequest,
} from '../../../src/connectors/snap/signature.ts'

const vectors = JSON.parse(readFileSync(path.join(import.meta.dirname, 'vectors.json'), 'utf8'))
const ours = readPrivateKey(vectors.private_key)
const theirs = readPublicKey(vectors.public_key)

const isSigned = (text: SignedText, signature: string, key = theirs) =>
  listSignableBodies(text.body).some(body => verifyRsa(key, makeAsymmetricText(text, sha256Hex(body)), signature))

describe('published samples are reproduced', () => {
  test('the published sample of an access token is reproduced: SHA256withRSA', () => {
    const { client_id, timestamp, signature } = vectors.token
    expect(signTokenRequest(ours, client_id, timestamp)).toEqual({
      stringToSign: `${client_id}|${timestamp}`,
      signature,
    })
    expect(verifyTokenRequest(theirs, client_id, timestamp, signature)).toBe(true)
    expect(verifyTokenRequest(theirs, client_id, '2024-03-01T08:27:50.024Z', signature)).toBe(false)
  })

  test('the published sample of a service is reproduced: HMAC-SHA512 over the hash of the minified body', () => {
    const { secret, token, body, hash, signature, ...text } = vectors.service
    const minified = minifyJson(body)
    expect(sha256Hex(minified)).toBe(hash)
    expect(signSymmetric(secret, token, { ...text, body: minified }).signature).toBe(signature)
    const hex = Buffer.from(signature, 'base64').toString('hex')
    expect(signSymmetric(secret, token, { ...text, body: minified }, 'hex').signature).toBe(hex)
  })

  test('the published sample of a service without a token is reproduced: SHA256withRSA', () => {
    const { body, signature, ...text } = vectors.asymmetric
    expect(signAsymmetric(ours, { ...text, body: minifyJson(body) }).signature).toBe(signature)
  })

  test('the published hash of an indented body of DOKU is reproduced', () => {
    const { body, hash } = vectors.doku_body
    expect(sha256Hex(minifyJson(body))).toBe(hash)
    expect(sha256Hex(body)).not.toBe(hash)
  })

  test('the published sample of a notification is reproduced, even if it is indented in transit', () => {
    const { body, hash, signature, ...text } = vectors.notification
    expect(sha256Hex(body)).toBe(hash)
    expect(isSigned({ ...text, body }, signature)).toBe(true)
    expect(isSigned({ ...text, body: JSON.stringify(JSON.parse(body), null, 2) }, signature)).toBe(true)
  })
})

describe('a signature is valid for nothing else', () => {
  const { body, signature, ...text } = vectors.notification

  test.each([
    ['another body', { ...text, body: body.replace('102800.00', '102801.00') }],
    ['another path', { ...text, body, path: '/v1.0/debit/other' }],
    ['another time', { ...text, body, timestamp: '2024-05-02T14:43:09+07:00' }],
    ['another method', { ...text, body, method: 'PUT' }],
  ])('a signature is not valid for %s', (_name, changed) => {
    expect(isSigned(changed, signature)).toBe(false)
  })

  test('a signature is not valid for another key, and neither is a missing one', () => {
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
    expect(isSigned({ ...text, body }, signature, stranger.publicKey)).toBe(false)
    for (const none of ['', 'AAAA', 'not base64 ✓']) {
      expect(isSigned({ ...text, body }, none)).toBe(false)
      expect(verifyHmac('secret', 'text', { signature: none, encoding: 'base64' })).toBe(false)
    }
  })
})

test('minifying removes spaces between tokens, and keeps texts and the notation of numbers', () => {
  expect(minifyJson('{ "a" : "x y\\" z" ,\n\t"b": 10.00, "c": 1e3 }')).toBe('{"a":"x y\\" z","b":10.00,"c":1e3}')
})

test('a body of 100,000 spaces or quotes is minified quickly', () => {
  const startedAt = performance.now()
  for (const worst of [' '.repeat(100_000), '"\\" '.repeat(25_000), '"'.repeat(100_001)]) minifyJson(worst)
  expect(performance.now() - startedAt).toBeLessThan(1_000)
})
