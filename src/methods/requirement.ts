/** A requirement that an account may not meet yet for a payment method. */
export type RequirementCode =
  | 'maintenance'
  | 'verified'
  | 'subscription'
  | 'premium'
  | 'approval'
  | 'merchant_id'
  | 'provider'
  | 'provider_key'
  | 'bank'
  | 'merchant_wallet'
  | 'wallet_by_otp'
  | 'wallet'
  | 'bank_code'
  | 'wallet_code'
  | 'working_connection'

export interface Requirement {
  /** The code, which pages and chats translate into the reader's language. */
  code: RequirementCode
  /** The API's message (contract 2.2). */
  sentence: string
}

const sentences: Record<Exclude<RequirementCode, 'maintenance'>, string> = {
  verified: 'A verified account is required',
  subscription: 'An active subscription is required',
  premium: 'An active premium subscription is required',
  approval: 'Approval by the operator is required',
  merchant_id: 'The operator has not assigned a merchant id',
  provider: 'The operator has not connected a QRIS provider',
  provider_key: 'The operator has no provider API key for it',
  bank: 'Bank QRIS is not configured',
  merchant_wallet: 'No merchant wallet is connected',
  wallet_by_otp: 'No wallet is connected by OTP, and no merchant wallet by its token',
  wallet: 'No e-wallet is connected',
  bank_code: 'The QRIS image of the bank is not stored',
  wallet_code: 'The QRIS image of the wallet or merchant wallet is not stored',
  working_connection: 'The connection has not worked for a while: test it, or connect it again',
}

/** Returns the requirement with this code and its message. */
export function makeRequirement(code: Exclude<RequirementCode, 'maintenance'>): Requirement {
  return { code, sentence: sentences[code] }
}

/** Returns the requirement that the operator enables a method again. */
export function makeMaintenanceRequirement(reason: string): Requirement {
  return { code: 'maintenance', sentence: `Under maintenance: ${reason}` }
}

/** Returns the missing requirements as one message of the API. */
export function listRequirements(missing: readonly Requirement[]): string {
  return missing.map(({ sentence }) => sentence).join('; ')
}
