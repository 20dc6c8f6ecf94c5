import { z } from 'zod'
import { ConnectorError } from '../connector.ts'
import { requestTripay, type TripayCall } from './request-tripay.ts'

const Part = z
  .union([z.number(), z.string()])
  .nullish()
  .transform(part => Number(part ?? 0))
const Fee = z.object({ flat: Part, percent: Part })

const Limit = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,12}$/)
      .transform(Number),
  ])
  .nullish()
  .catch(null)

const Channel = z.object({
  code: z.string().min(1).max(30).regex(/^\w+$/),
  name: z.string().nullish(),
  fee_merchant: Fee,
  fee_customer: Fee,
  minimum_amount: Limit,
  maximum_amount: Limit,
  active: z.boolean(),
})

// The list contains all channels: one malformed row must not hide the others.
const Channels = z.array(Channel.nullable().catch(null))

export type Channel = z.output<typeof Channel>

/** The setting that decides who pays the fee, as named in the dashboard. */
export const feeSetting = 'Merchant > Opsi > Atur Channel Pembayaran'

/**
 * Returns the active QRIS channel. Throws `refused` if none is active, or, naming the setting, if the payer would pay
 * its fee.
 */
export async function findChannel(call: TripayCall, root?: string): Promise<Channel> {
  const channels = await requestTripay(call, { path: 'merchant/payment-channel', answer: Channels }, root)
  const active = channels
    .filter(channel => channel !== null)
    .filter(({ code, name, active }) => active && (/^QRIS/i.test(code) || /QRIS/i.test(name ?? '')))
  if (active.length === 0) {
    throw new ConnectorError('refused', `no QRIS channel is active: switch one on at Tripay (${feeSetting})`, {
      advice: { kind: 'qris_inactive' },
    })
  }
  const chosen = active.find(({ fee_customer }) => fee_customer.flat === 0 && fee_customer.percent === 0)
  if (chosen) return chosen
  const sentence = `the payer pays the fee of ${active[0]!.code} on top, which a QRIS must not ask for`
  throw new ConnectorError('refused', `${sentence}. Set the fee to the merchant at Tripay (${feeSetting})`, {
    advice: { kind: 'fee_on_payer', name: feeSetting },
  })
}

const keptS = 3_600

/** Returns the code of that channel, cached for an hour. */
export async function findChannelCode(call: TripayCall): Promise<string> {
  const make = async () => ({ text: (await findChannel(call)).code, livesS: keptS })
  return call.tokens ? call.tokens.get(make) : (await make()).text
}
