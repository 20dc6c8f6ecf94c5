import { afterAll, beforeAll, test } from 'vitest'
import type { DialectName } from '../../src/accounts/account.ts'
import { type ApiAnswer, type ApiRequest, createTestShop, type TestShop, type TestShopOptions } from '../kit/app.ts'

export type EditionName = 'subscription' | 'verification'

/** One variant of the contract: an installation of one edition, called in one dialect. */
export interface Variant {
  edition: EditionName
  dialect: DialectName
  shop: TestShop
  /** Sends a request in this dialect, as the demo account in test mode unless another key is given. */
  api(path: string, options?: ApiRequest): Promise<ApiAnswer>
  /** Creates a payment; returns shape A, which is `data` in both dialects. Throws unless the answer is 200. */
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of answers
  create(body?: object, key?: string): Promise<any>
  /** Sends the money of a payment, and lets the shop find it. */
  pay(invoiceId: string, transfer?: object): Promise<void>
}

interface Only {
  editions?: EditionName[]
  dialects?: DialectName[]
}

const shops = new Map<EditionName, TestShop>()

export type Check = (variant: Variant) => Promise<void>

type OpenShop = (options: TestShopOptions) => Promise<TestShop>

/** Opens a shop of each edition for the rows of this file. */
export function openShops(settings: Record<string, string> = {}, open: OpenShop = createTestShop): void {
  beforeAll(async () => {
    for (const edition of ['subscription', 'verification'] as const) {
      shops.set(edition, await open({ settings: { EDITION: edition, ...settings }, ownCodes: true }))
    }
  })
  afterAll(async () => {
    for (const shop of shops.values()) await shop.close()
  })
}

/**
 * Defines the test of one row of `docs/contract.md`, in every edition and dialect unless the row names one. Its lists
 * of fields are typed from the contract, not taken from our own schemas.
 */
export function row(section: string, requirement: string, check: Check, only: Only = {}) {
  for (const edition of only.editions ?? (['subscription', 'verification'] as const)) {
    for (const dialect of only.dialects ?? (['detailed', 'simple'] as const)) {
      test(`contract ${section}: ${requirement} (${edition}, ${dialect})`, () => check(variantOf(edition, dialect)))
    }
  }
}

export const detailedOnly: Only = { dialects: ['detailed'] }
export const simpleOnly: Only = { dialects: ['simple'] }
export const subscriptionOnly: Only = { editions: ['subscription'] }
export const verificationOnly: Only = { editions: ['verification'] }

export function shopOf(edition: EditionName): TestShop {
  return shops.get(edition)!
}

function variantOf(edition: EditionName, dialect: DialectName): Variant {
  const shop = shopOf(edition)
  const api: Variant['api'] = (path, options = {}) =>
    shop.api(path, { ...options, headers: { 'X-API-Variant': dialect, ...options.headers } })
  return {
    edition,
    dialect,
    shop,
    api,
    async create(body = {}, key = shop.keys.demo) {
      const answer = await api('/create-payment', { key, body: { amount: 20_000, ...body } })
      if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
      return answer.body.data
    },
    async pay(invoiceId, transfer = {}) {
      await shop.work()
      await shop.sandbox('/transfers', { invoice_id: invoiceId, ...transfer })
      await shop.hurry()
      await shop.work()
    },
  }
}
