import { recordAct } from '../../accounts/audit.ts'
import { takeAttempt } from '../../accounts/take-attempt.ts'
import type { Tx } from '../../database/transaction.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Connection } from '../connection.ts'
import { buildHookAddress } from '../hook-address.ts'
import { Reading } from '../reading.ts'
import { isPairingCode, type PairingCodeParts, readPairingCode } from './pairing-code.ts'
import { openPhone, type PhoneConnection, renewKey, replaceKeys } from './renew-key.ts'

export interface PhonePairing {
  code: string
  /** The model as the app reports it; null if it does not. */
  model: string | null
  address: string
}

/** The facts about its shop that a phone's app stores. */
export interface PairedPhone {
  /** The address to which it sends notifications. */
  url: string
  secret: string
  /** The shop's name as the app shows it. */
  shop: string
  /** The Android packages whose notifications it sends. */
  apps: string[]
}

const triesMax = 30
const windowS = 900

type PairNeeds = Needs<'config' | 'em' | 'transaction' | 'now' | 'seal' | 'connectors'>

/**
 * Exchanges a pairing code for a fresh key. If several phones use one code, only one gets the key. Previously paired
 * phones are cut off, unless the code adds a phone. Refuses `not_found` for a code that is unknown, used or expired,
 * and `rate_limited` for an address with too many attempts.
 */
export async function pairPhone(app: PairNeeds, { code, model, address }: PhonePairing): Promise<PairedPhone> {
  await takeAttempt(app, { key: `forwarder address ${address}`, max: triesMax, windowS })
  const read = readPairingCode(code)
  const named = read && { id: read.connectionId, removedAt: null }
  const opened = named && openPhone(app, await app.em('installation').findOne(Connection, named))
  if (!opened || !isUsable(app, opened, read)) throw unusable()
  const { id, connector, label, account } = opened.connection
  const renewed = await app.transaction('installation', async tx => {
    const credentials = read.adds ? await addPhone(app, tx, opened, model) : await replacePhones(app, tx, opened, model)
    if (!credentials) throw unusable()
    const subject = `connection ${id}`
    const detail = model === null ? {} : { model }
    await recordAct(app, tx, {
      accountId: account.id,
      actor: subject,
      act: 'connection.paired',
      subject,
      address,
      detail,
    })
    return credentials
  })
  const { secret, others, packages } = app.connectors[connector].forwarder!(renewed)
  const own = read.adds ? others.at(-1)! : secret
  return { url: buildHookAddress(app, { connector, id }), secret: own, shop: label, apps: packages }
}

function replacePhones(app: PairNeeds, tx: Tx, opened: PhoneConnection, model: string | null): Promise<unknown> {
  const never = { beatAt: null, testedAt: null, otherAt: null, updatedAt: null, report: null }
  return renewKey(app, tx, opened, { pairedAt: app.now().toISOString(), pairedModel: model, ...never })
}

/** Gives an additional phone its own key. Returns null if the maximum is reached. */
async function addPhone(app: PairNeeds, tx: Tx, opened: PhoneConnection, model: string | null): Promise<unknown> {
  const { connection, credentials } = opened
  const renewed = app.connectors[connection.connector].addKey?.(credentials)
  const { phone } = await tx.em.findOneOrFail(Reading, { connection: connection.id }, { refresh: true })
  if (!renewed || !phone) return null
  const moreModels = [...(phone.moreModels ?? []), model]
  return replaceKeys(app, tx, { ...opened, renewed, phone: { ...phone, moreModels } })
}

function isUsable(app: Needs<'now' | 'seal' | 'connectors'>, opened: PhoneConnection, read: PairingCodeParts): boolean {
  const { connection, credentials } = opened
  const { secret, others } = app.connectors[connection.connector].forwarder!(credentials)
  return isPairingCode(app, read, [secret, ...others]) && app.now().getTime() < read.endsAtS * 1000
}

const unusable = () => new Refusal('not_found', 'This code is unknown, was used, or is over: make a new one')
