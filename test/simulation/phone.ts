import { createConnection } from '../../src/connections/create-connection.ts'
import { forward, nativeHeaders, now, secret } from '../connectors/mutations/phone.ts'
import { makeAccountAt } from '../kit/demo-accounts.ts'
import type { WebShop } from '../web/web-shop.ts'

/** The merchant's phones, which forward the notifications of a bank's app: `hp-1`, and `hp-2` of an employee. */
export interface Phone {
  connectionId: number
  /** Reports money by a notification with this id, or without one, in a request with a nonce and a time. */
  report(
    device: 'hp-1' | 'hp-2',
    id: string | null,
    money: { amount: number; payer: string },
    request: { nonce: string; isLater?: boolean },
  ): Promise<void>
  /** Reports an advertisement instead of money. */
  advertise(): Promise<void>
  /** Reports other things than money: a one-time code, another app, and a request with a wrong signature. */
  chatter(): Promise<void>
  /** How many advertisements, and how often other things, it has reported. */
  count(): { advertised: number; chattered: number }
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
  let [sent, advertised, chattered] = [0, 0, 0]
  // Requests about the same words with one time, or with one nonce, are one request.
  const sign = (nonce: string, { isLater = false, by = secret } = {}) => {
    const at = times.get(nonce) ?? Number(now()) - (times.size % 200)
    times.set(nonce, at)
    return nativeHeaders(String(isLater ? at + 60 : at), by, nonce)
  }
  const times = new Map<string, number>()
  const send = async (body: object, headers: ReturnType<typeof sign>, status = 200) => {
    const answer = await forward(shop, connectionId, body, headers)
    if (answer.status !== status) throw new Error(`The phone's request was answered: ${JSON.stringify(answer)}`)
  }
  const notify = (device: string, id: string | null, text: string, headers: ReturnType<typeof sign>) => {
    const body = { package_name: appPackage, device_id: device, title: 'GoPay', text }
    return send({ ...body, ...(id !== null && { event_id: id }) }, headers)
  }
  const write = ({ amount, payer }: { amount: number; payer: string }) =>
    `Kamu menerima Rp${amount.toLocaleString('id')} dari ${payer}`
  return {
    connectionId,
    async report(device, id, money, { nonce, isLater = false }) {
      // Another nonce in the same second is the same request.
      const [first] = nonce.split(' again')
      if (nonce !== first) times.set(nonce, times.get(first!)!)
      await notify(device, id, write(money), sign(nonce, { isLater }))
    },
    async advertise() {
      const id = `promo ${++advertised}`
      await notify('hp-1', id, 'Cashback 50% khusus hari ini', sign(id))
    },
    async chatter() {
      const id = `chat ${++chattered}`
      const other = {
        package_name: 'com.whatsapp',
        device_id: 'hp-1',
        event_id: id,
        title: 'Ibu',
        text: 'Sudah makan?',
      }
      await send(other, sign(id))
      await notify('hp-2', `code ${id}`, 'Kode OTP kamu 482913. Jangan berikan kepada siapa pun.', sign(`code ${id}`))
      const forged = sign(`forged ${id}`, { by: 'another-secret-of-16' })
      const text = write({ amount: 6_500_000 + chattered, payer: 'Penipu' })
      await send(
        { package_name: appPackage, device_id: 'hp-1', event_id: `forged ${id}`, title: 'GoPay', text },
        forged,
        401,
      )
    },
    count: () => ({ advertised, chattered }),
    beat: () => {
      const beat = { type: 'heartbeat', device_id: 'hp-1', listener_connected: true, sent_at: new Date() }
      return send(beat, nativeHeaders(now(), secret, `beat ${++sent}`))
    },
  }
}
