import { raw } from '@mikro-orm/core'
import { takeAttempt, uncountAttempt } from '../../accounts/take-attempt.ts'
import { extractPhoneDigits, readPhone } from '../../lib/phone.ts'
import { isSameBytes } from '../../lib/same-text.ts'
import { openOrNull } from '../../lib/seal.ts'
import type { Needs } from '../../needs.ts'
import { hashNumber, listPhoneCodeHashes, looksMax, type OwnNumber, PhoneCode } from './phone-code.ts'

const wrongPerDayMax = 20
const triesPerAddressMax = 30
const dayS = 86_400
const proofLifetimeMs = 30 * 60_000
const proofContext = 'proof|phone number'
const shopContext = 'link|my data'

type Shop = Omit<OwnNumber, 'digits'>

interface TypedCode extends Shop {
  phone: string
  code: string
  /** The browser's network address, by which attempts are counted too. */
  address: string
}

/**
 * Returns a proof that a phone number is the visitor's, valid for half an hour. Null for a code that is wrong, used,
 * replaced or too old, and for an unknown number. Each check uses up one of five attempts before it compares. Refuses
 * `rate_limited` after 20 wrong attempts for a number a day, or 30 from an address.
 */
export async function provePhone(
  app: Needs<'em' | 'transaction' | 'now' | 'seal'>,
  { accountId, mode, phone, code, address }: TypedCode,
): Promise<string | null> {
  const digits = extractPhoneDigits(readPhone(phone) ?? '')
  const number = { accountId, mode, digits }
  const ofNumber = `phone code ${accountId} ${mode} ${hashNumber(digits)}`
  const ofAddress = `phone code address ${address}`
  // Counted for every number, so that the limit does not reveal which ones exist.
  await takeAttempt(app, { key: ofAddress, max: triesPerAddressMax, windowS: dayS })
  await takeAttempt(app, { key: ofNumber, max: wrongPerDayMax, windowS: dayS })
  const live = await takeLook(app, number)
  const hashes = listPhoneCodeHashes(app, number, code.replace(/\D/g, ''))
  const isRight = live !== null && hashes.some(one => isSameBytes(one, live.codeHash))
  if (!isRight) return null
  const em = app.em({ accountId, mode })
  const used = { isLive: false, usedAt: app.now() }
  if ((await em.nativeUpdate(PhoneCode, { id: live.id, isLive: true }, used)) === 0) return null
  for (const key of [ofNumber, ofAddress]) await uncountAttempt(app, key)
  const proof: Proof = { ...number, until: app.now().getTime() + proofLifetimeMs }
  return app.seal.seal(JSON.stringify(proof), proofContext)
}

async function takeLook(app: Needs<'em' | 'now'>, { accountId, mode, digits }: OwnNumber): Promise<PhoneCode | null> {
  const em = app.em({ accountId, mode })
  const live = await em.findOne(PhoneCode, { phoneDigits: digits, isLive: true })
  if (!live) return null
  const open = { id: live.id, isLive: true, expiresAt: { $gt: app.now() }, attempts: { $lt: looksMax } }
  const taken = await em.nativeUpdate(PhoneCode, open, { attempts: raw<number>('attempts + 1') })
  return taken === 1 ? live : null
}

interface Proof extends OwnNumber {
  /** The expiry, in ms since 1970. */
  until: number
}

/** Returns the number proved by a proof of this shop; null if it is not ours, or too old. */
export function readProof(app: Needs<'seal' | 'now'>, sealedText: string, shop: Shop): OwnNumber | null {
  const text = openOrNull(app, sealedText, proofContext)
  const proof = text === null ? null : (JSON.parse(text) as Proof)
  if (!proof || proof.until <= app.now().getTime()) return null
  return proof.accountId === shop.accountId && proof.mode === shop.mode ? proof : null
}

/** Returns the address of the page on which a shop's customers see and delete their data. */
export function myDataPath({ seal }: Needs<'seal'>, { accountId, mode }: Shop): string {
  return `/my-data?${new URLSearchParams({ shop: seal.seal(JSON.stringify([accountId, mode]), shopContext) })}`
}

/** Returns the shop of such an address; null if it is not ours. */
export function readMyDataShop({ seal }: Needs<'seal'>, sealedText: string): Shop | null {
  const text = openOrNull({ seal }, sealedText, shopContext)
  if (text === null) return null
  const [accountId, mode] = JSON.parse(text) as [number, Shop['mode']]
  return { accountId, mode }
}
