import { createConnection } from '../../src/connections/create-connection.ts'
import { forward, nativeHeaders, now, secret } from '../connectors/mutations/phone.ts'
import { makeAccountAt } from '../kit/demo-accounts.ts'
import type { WebShop } from '../web/web-shop.ts'

/** The merchant's phones, which forward the notifications of a bank's app: `hp-1`, and `hp-2` of an employee. */
export interface Phone {
  connectionId: number
  /** Reports money by a notification with this id. */
  report(device: 'hp-1' | 'hp-2', id: string, money: { amount: number; payer: string }): Promise<void>
  /** Reports an advertisement instead of money. */
  advertise(): Promise<void>
  /** How many advertisements it has reported. */
  countAdvertisements(): number
  /** Reports that the phone is on. */
  beat(): Promise<void>
}

export const appPackage = 'com.gojek.gopay'
/** The name of the app in the shop. */
export const appName = 'GoPay'
/** The merchant's name of the connection. */
export const phoneName = 'HP kasir'

// Without pauses of a sleeping phone, so that its payments expire as those of the wallet.
const window = { graceS: 1, lateS: 3_600, lagS: 1, skewS: 0, resolutionS: 1 }

/** Connects phones to the demo account, beside its wallet. */
export async function connectPhone(shop: WebShop): Promise<Phone> {
  const connectionId = await createConnection(shop.app, {
    accountId: shop.demo.accountId,
    connector: 'mutations',
    mode: 'test',
    label: phoneName,
    credentials: { method: 'qris_user', dialect: 'native', secret, apps: [appPackage], account: 'ID10200300400' },
    staticQris: makeAccountAt('bank', '8800000001').qris,
    window,
  })
  shop.forgetKeys()
  let [sent, advertised] = [0, 0]
  const send = async (body: object, nonce: string) => {
    const answer = await forward(shop, connectionId, body, nativeHeaders(now(), secret, nonce))
    if (answer.status !== 200) throw new Error(`The phone's request was refused: ${JSON.stringify(answer)}`)
  }
  const notify = (device: string, event_id: string, text: string) =>
    send({ package_name: appPackage, device_id: device, event_id, title: 'GoPay', text }, `${device} ${event_id}`)
  return {
    connectionId,
    report: (device, id, { amount, payer }) =>
      notify(device, id, `Kamu menerima Rp${amount.toLocaleString('id')} dari ${payer}`),
    advertise: () => notify('hp-1', `promo ${++advertised}`, 'Cashback 50% khusus hari ini'),
    countAdvertisements: () => advertised,
    beat: () =>
      send({ type: 'heartbeat', device_id: 'hp-1', listener_connected: true, sent_at: new Date() }, `${++sent}`),
  }
}
