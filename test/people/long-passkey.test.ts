import { createHash, generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { addPasskey } from '../../src/people/passkeys/add-passkey.ts'
import { Passkey } from '../../src/people/passkeys/passkey.ts'
import { offerPasskey } from '../../src/people/passkeys/passkey-ceremony.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { createLinkedUser } from './linked-user.ts'

let shop: TestShop
let userId: number

beforeAll(async () => {
  shop = await createTestShop()
  userId = await createLinkedUser(shop)
})
afterAll(() => shop.close())

test('a passkey id of 1,023 bytes is stored, and a longer one is refused', async () => {
  await expect(keep(1024)).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(keep(20_000)).rejects.toMatchObject({ code: 'unauthorized' })
  await keep(1023)
  const kept = await shop.app.em('installation').find(Passkey, { user: userId })
  expect(kept.map(({ id }) => Buffer.from(id, 'base64url').length)).toEqual([1023])
})

/** Answers the challenge like an authenticator with ids of this many bytes (Web Authentication, 6.5.4). */
async function keep(idBytes: number): Promise<void> {
  const { options, ticket } = await offerPasskey(shop.app, userId)
  const { challenge } = options as { challenge: string }
  const { origin, hostname } = new URL(shop.app.config.baseUrl)
  const id = Buffer.alloc(idBytes, 7)
  const clientData = { type: 'webauthn.create', challenge, origin, crossOrigin: false }
  const answer = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(JSON.stringify(clientData)).toString('base64url'),
      attestationObject: attestationOf(hostname, id).toString('base64url'),
    },
  }
  await addPasskey(shop.app, userId, { label: 'HP', ticket, answer: JSON.stringify(answer) }, commandActor)
}

function attestationOf(hostname: string, id: Buffer): Buffer {
  const isPresentVerifiedNew = 0b01000101
  const authenticatorData = Buffer.concat([
    createHash('sha256').update(hostname).digest(),
    Buffer.from([isPresentVerifiedNew, 0, 0, 0, 0]),
    Buffer.alloc(16),
    Buffer.from([id.length >> 8, id.length & 0xff]),
    id,
    publicKey(),
  ])
  // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}
  return Buffer.concat([
    Buffer.from([0xa3]),
    ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), bytes(authenticatorData)],
  ])
}

// COSE: a map of kty EC2, alg ES256, curve P-256, x and y.
function publicKey(): Buffer {
  const { x, y } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const numbers = Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1])
  const [one, other] = [x!, y!].map(part => bytes(Buffer.from(part, 'base64url')))
  return Buffer.concat([numbers, Buffer.from([0x21]), one!, Buffer.from([0x22]), other!])
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}

function bytes(value: Buffer): Buffer {
  const { length } = value
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), value])
}
