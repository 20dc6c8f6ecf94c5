import { randomInt } from 'node:crypto'
import { connectPhone, forward, nativeHeaders, type Phone } from '../../connectors/mutations/phone.ts'
import type { TestShop } from '../../kit/app.ts'
import { create } from '../../payments/scenario.ts'
import { bank } from './words-of-bank.ts'

let events = 0

/** Connects a phone whose bank uses unknown words. */
export async function connectPhoneOfBank(shop: TestShop, credentials: object = {}) {
  const phone: Phone = await connectPhone(shop, { apps: [bank, 'com.gojek.app', 'com.whatsapp'], ...credentials })
  const order = (amount = 20_000 + randomInt(9_000)) =>
    create(shop, { payment_method: 'wallet_direct', amount }, phone.key)
  /** Forwards a notification of the bank's app. */
  const show = (text: string, more: object = {}) => {
    const id = `bank-${phone.connectionId}-${++events}`
    const said = { event_id: id, package_name: bank, title: 'Bank Contoh', text, ...more }
    return forward(shop, phone.connectionId, said, nativeHeaders(undefined, undefined, `n${events}`))
  }
  return { ...phone, order, show, ofAccount: { accountId: phone.accountId, actor: 'user 1' } }
}
