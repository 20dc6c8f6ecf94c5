import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { parseQris } from '../qris/parse-qris.ts'
import { Account } from './account.ts'
import { type Actor, commandActor, recordAct } from './audit.ts'
import { PlatformGrant } from './platform-grant.ts'

export interface NewPlatformGrant {
  accountId: number
  /** The provider that issued the merchant id; the operator's connection to it creates the codes. */
  connector: string
  /** The merchant id; null if approved, but not issued by the provider yet. */
  merchantId: string | null
  /** The maximum amount of one payment, in whole rupiah. */
  maxAmount: number
  /** The merchant id's static code, for `qris_static_image_url`. */
  staticQris: string | null
}

/**
 * Lets an account charge by `qris_platform`, or changes its grant. Returns false if it already had a grant. Refuses
 * `invalid_request`, naming the field.
 */
export async function grantPlatform(
  app: Needs<'transaction' | 'connectors' | 'now'>,
  { accountId, ...asked }: NewPlatformGrant,
  by: Actor = commandActor,
): Promise<boolean> {
  const grant = checkGrant(app, asked)
  try {
    return await app.transaction({ accountId }, async tx => {
      const { em } = tx
      const known = await em.findOne(PlatformGrant, { account: accountId })
      if (known) em.assign(known, grant)
      else em.create(PlatformGrant, { ...grant, account: em.getReference(Account, accountId), createdAt: app.now() })
      await em.flush()
      const { connector, merchantId, maxAmount } = grant
      const detail = { connector, merchantId, maxAmount }
      await recordAct(app, tx, { accountId, ...by, act: 'platform.granted', subject: `account ${accountId}`, detail })
      return known === null
    })
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) {
      throw refuseField('merchant_id', 'belongs to another account already', 'taken')
    }
    throw error
  }
}

const merchantIdMax = 64
const maxAmountMin = 1000
// Tag 54 of a QRIS has at most 13 characters, and the fee has to fit as well.
const maxAmountMax = 4_999_999_999_999

function checkGrant(app: Needs<'connectors'>, grant: Omit<NewPlatformGrant, 'accountId'>) {
  const able = Object.values(app.connectors).filter(connector => connector.charge && connector.forMerchant)
  if (!able.some(({ id }) => id === grant.connector)) {
    throw refuseField('connector', `is one of ${able.map(({ id }) => id).join(', ')}`, {
      code: 'not_one_of',
      values: able.map(({ id }) => id),
    })
  }
  if (grant.merchantId !== null && !/^[\x21-\x7e]{1,64}$/.test(grant.merchantId)) {
    throw refuseField('merchant_id', `has 1 to ${merchantIdMax} visible ASCII characters`, {
      code: 'wrong_length',
      min: 1,
      max: merchantIdMax,
    })
  }
  const { maxAmount } = grant
  if (!Number.isSafeInteger(maxAmount) || maxAmount < maxAmountMin || maxAmount > maxAmountMax) {
    throw refuseField('max_amount', `is a whole number of rupiah from ${maxAmountMin} to ${maxAmountMax}`, {
      code: 'out_of_range',
      min: maxAmountMin,
      max: maxAmountMax,
    })
  }
  return { ...grant, staticQris: grant.staticQris === null ? null : checkStaticCode(grant.staticQris) }
}

function checkStaticCode(text: string): string {
  const code = readCode(text)
  if (!code.isValid) throw refuseField('static_qris', code.problem?.message ?? 'is not valid', 'malformed')
  if (!code.isStatic)
    throw refuseField('static_qris', 'carries an amount: the static code of the merchant id is needed', 'not_allowed')
  return code.text
}

function readCode(text: string) {
  try {
    return parseQris(text)
  } catch (error) {
    if (error instanceof Refusal) throw refuseField('static_qris', error.message, 'malformed')
    throw error
  }
}
