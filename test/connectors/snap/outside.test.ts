import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Push } from '../../../src/connectors/connector.ts'
import { readPrivateKey } from '../../../src/connectors/snap/keys.ts'
import { listSignedClaims } from '../../../src/connectors/snap/notify-forms.ts'
import { overrideProfile } from '../../../src/connectors/snap/overrides.ts'
import { type ProfileId, profileIds, profiles } from '../../../src/connectors/snap/profiles.ts'
import { checkRequest, type MerchantContract } from '../../../src/connectors/snap/provider-check.ts'
import { providerRules, type ServiceRules } from '../../../src/connectors/snap/provider-rules.ts'
import {
  makeAsymmetricText,
  sha256Hex,
  signAsymmetric,
  signSymmetric,
  verifyRsa,
  verifyTokenRequest,
} from '../../../src/connectors/snap/signature.ts'
import { lowerCase, type OutsideVector, pageVectors, sdkPublicKey, sdkVectors, titleOf } from './outside.ts'

const demo = JSON.parse(readFileSync(path.join(import.meta.dirname, 'vectors.json'), 'utf8'))
const every = [...sdkVectors, ...pageVectors]
const keyOf = (vector: OutsideVector) =>
  createPublicKey(vector.input.publicKey ?? (pageVectors.includes(vector) ? demo.public_key : sdkPublicKey))
const ofKind = (...kinds: string[]) =>
  every.filter(({ kind }) => kinds.includes(kind)).map(vector => [titleOf(vector), vector] as const)

describe("signatures of the providers' own software are reproduced", () => {
  test.each(ofKind('token-signature', 'token-request'))(
    "the provider's token signature is reproduced: %s",
    (_title, vector) => {
      const { clientId, timestamp } = vector.input
      const signature = vector.expected['X-SIGNATURE'] ?? vector.expected.headers['X-SIGNATURE']
      expect(verifyTokenRequest(keyOf(vector), clientId, timestamp, signature)).toBe(true)
    },
  )

  const transactions = ofKind('transaction-signature', 'generate-request', 'query-request', 'cancel-request').filter(
    ([, { input, expected }]) => input.body !== null && (expected['X-SIGNATURE'] ?? expected.headers?.['X-SIGNATURE']),
  )
  test.each(transactions)("the provider's transaction signature is reproduced: %s", (_title, vector) => {
    const { token, clientSecret, method, path: signed, timestamp } = vector.input
    const body = vector.input.body ?? ''
    const text = { method, path: signed, timestamp, body }
    const signature = vector.expected['X-SIGNATURE'] ?? vector.expected.headers['X-SIGNATURE']
    const { encoding } = profiles[vector.provider as ProfileId] ?? profiles.generic
    if (token) expect(signSymmetric(clientSecret, token, text, encoding).signature).toBe(signature)
    else expect(verifyRsa(keyOf(vector), makeAsymmetricText(text, sha256Hex(body)), signature)).toBe(true)
    if (!token && pageVectors.includes(vector)) {
      expect(signAsymmetric(readPrivateKey(demo.private_key), text).signature).toBe(signature)
    }
  })

  test("the providers' software covers each profile with at least five signatures", () => {
    const counted = Object.groupBy([...transactions, ...ofKind('token-signature')], ([, { provider }]) => provider)
    for (const profile of ['midtrans', 'dana', 'dana-qris', 'doku', 'bri']) {
      expect(counted[profile]!.length, profile).toBeGreaterThanOrEqual(5)
    }
  })
})

describe("notifications accepted by their provider's software or documentation are accepted", () => {
  const nicepay = overrideProfile(profiles.generic, { notify_signature: 'rsa_client' })
  const profileFor = (provider: string) => (provider === 'nicepay' ? nicepay : profiles[provider as ProfileId])

  const formOf = (vector: OutsideVector, headers = vector.input.headers) => {
    const push: Push = {
      method: vector.input.method,
      path: vector.input.path,
      headers: lowerCase(headers),
      body: Buffer.from(vector.input.body ?? ''),
      receivedAt: new Date(),
    }
    const credentials = {
      client_id: vector.input.clientId,
      client_secret: vector.input.clientSecret,
      provider_public_key: keyOf(vector).export({ type: 'spki', format: 'pem' }).toString(),
    }
    const claims = listSignedClaims(credentials, profileFor(vector.provider), { push, token: vector.input.token ?? '' })
    return claims.find(claim => claim.isSigned())?.form ?? null
  }

  test.each(ofKind('notify-verify'))(
    'a notification is accepted or refused as its provider does: %s',
    (_title, vector) => {
      const { verified, otherSdk = {}, publicKeyVerifies } = vector.expected
      const isOverBody = typeof publicKeyVerifies === 'object' && publicKeyVerifies.overBody
      const isAccepted = verified || isOverBody || Object.values(otherSdk).includes(true)
      expect(formOf(vector) !== null).toBe(isAccepted)
    },
  )

  test.each(ofKind('notify-non-snap-signature'))(
    'a notification outside of SNAP is accepted or refused as its provider does: %s',
    (_title, vector) => {
      const { Signature } = vector.expected
      expect(formOf(vector, { ...vector.input.headers, Signature })).toBe('doku')
      expect(formOf(vector, { ...vector.input.headers, Signature: `${Signature.slice(0, -2)}A=` })).toBe(null)
    },
  )

  test.each(ofKind('notify-token-request', 'notify-token-verify'))(
    'a token request is accepted or refused as its provider does: %s',
    (_title, vector) => {
      const { headers } = vector.input
      const isVerified = vector.expected.verified ?? vector.expected.publicKeyVerifies
      const { 'X-CLIENT-KEY': client, 'X-TIMESTAMP': timestamp, 'X-SIGNATURE': signature } = headers
      expect(verifyTokenRequest(keyOf(vector), client!, timestamp!, signature!)).toBe(isVerified)
    },
  )
})

describe("requests of the providers' software are accepted by the simulator", () => {
  const services = { 'generate-request': 'charge', 'query-request': 'status', 'cancel-request': 'cancel' } as const

  const contractFor = (vector: OutsideVector): MerchantContract => ({
    clientSecret: vector.input.clientSecret,
    merchantKey: keyOf(vector),
    partnerId: vector.expected.headers['X-PARTNER-ID']!,
  })

  const requests = Object.keys(services).flatMap(kind => ofKind(kind))
  const judged = requests.filter(
    ([, { provider, expected, input }]) =>
      provider in providerRules && input.body && expected.headers?.['X-SIGNATURE'] && !expected.refusedByTheSdk,
  )
  test.each(judged)("the simulator accepts the provider's own request: %s", (_title, vector) => {
    const rules = providerRules[vector.provider as ProfileId]
    const service = rules[services[vector.kind as keyof typeof services]] as ServiceRules
    const { path: sent } = vector.input
    const request = { path: sent, headers: lowerCase(vector.expected.headers), body: vector.input.body! }
    expect(service.path).toBe(sent)
    const refusal = checkRequest(rules, service, request, contractFor(vector))
    // dana-node sends an empty object for an order that it considers incomplete.
    if (vector.expected.validator?.instanceOf === false) expect(refusal).toMatchObject({ status: 400 })
    else expect(refusal).toBe(null)
  })

  test('the simulator accepts bodies of Faspay, whose signatures cannot be verified', () => {
    const bodies = pageVectors.filter(({ provider }) => provider === 'faspay')
    expect(bodies.length).toBeGreaterThanOrEqual(2)
    for (const { input } of bodies) {
      expect(providerRules.faspay.charge.path).toBe(input.path)
      expect(providerRules.faspay.charge.body.safeParse(JSON.parse(input.body!)).success).toBe(true)
    }
  })
})

test('the simulator has rules for every profile', () => {
  expect(Object.keys(providerRules).sort()).toEqual([...profileIds].sort())
})
