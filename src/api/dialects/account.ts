import { z } from 'zod'
import { qrPictureUrl } from '../../qris/picture-url.ts'
import type { Dialect } from './dialect.ts'
import { countSchema, makeShape, rupiahSchema, successSchema, urlSchema } from './shape.ts'

type AccountAnswers = Pick<Dialect, 'accountStatus'>

const username = z.string().meta({ description: "The name with which the account's owner signs in" })
const email = z
  .string()
  .nullable()
  .meta({
    description: 'The address that the owner entered, verified or not; null if there is none',
    examples: ['sari@example.id'],
  })

const Detailed = z.object({
  success: successSchema,
  data: z
    .object({
      account: z.object({
        username,
        email,
        is_verified: z.boolean(),
        is_active: z.boolean(),
      }),
      integrations: z.object({
        wallet_direct: z.object({
          connected: z.boolean(),
          phone: z
            .string()
            .nullable()
            .meta({ description: 'Masked', examples: ['0812****7890'] }),
        }),
        bank_qris_user: z.object({ configured: z.boolean(), mid: z.string().nullable(), has_qris_image: z.boolean() }),
        wallet_merchant: z.object({
          connected: z.boolean(),
          outlet_name: z.string().nullable(),
          outlet_id: z.string().nullable(),
          has_qris_image: z.boolean(),
          qris_image_url: urlSchema.nullable(),
        }),
      }),
      statistics: z.object({
        total_payments: countSchema,
        paid_payments: countSchema,
        total_revenue: rupiahSchema,
        revenue_qris: rupiahSchema,
        revenue_qris_platform: rupiahSchema,
        revenue_qris_user: rupiahSchema,
        revenue_wallet_qris: rupiahSchema,
        revenue_wallet_direct: rupiahSchema,
      }),
    })
    .meta({ id: 'AccountStatus' }),
})

export const detailedAccount: AccountAnswers = {
  accountStatus: makeShape(Detailed, ({ account, connections, ownCodes, statistics }, app) => {
    const { wallet_direct, qris_user, wallet_qris } = connections
    const revenue = (method: string) => statistics.revenueByMethod.get(method)?.revenue ?? 0
    return {
      success: true,
      data: {
        account: {
          username: account.username,
          email: account.email,
          is_verified: account.isVerified,
          is_active: account.isActive,
        },
        integrations: {
          wallet_direct: { connected: wallet_direct !== null, phone: maskPhone(wallet_direct?.details.phone) },
          bank_qris_user: {
            configured: qris_user !== null,
            mid: qris_user?.details.mid ?? null,
            has_qris_image: ownCodes.qris_user !== null,
          },
          wallet_merchant: {
            connected: wallet_qris !== null,
            outlet_name: wallet_qris?.details.outletName ?? null,
            outlet_id: wallet_qris?.details.outletId ?? null,
            has_qris_image: ownCodes.wallet_qris !== null,
            qris_image_url: ownCodes.wallet_qris && qrPictureUrl(app, ownCodes.wallet_qris),
          },
        },
        statistics: {
          total_payments: statistics.totals.total,
          paid_payments: statistics.totals.paid,
          total_revenue: statistics.totals.revenue,
          revenue_qris: revenue('qris'),
          revenue_qris_platform: revenue('qris_platform'),
          revenue_qris_user: revenue('qris_user'),
          revenue_wallet_qris: revenue('wallet_qris'),
          revenue_wallet_direct: revenue('wallet_direct'),
        },
      },
    }
  }),
}

/** Masks a phone number as `0812****7890`, so that only its owner recognises it. */
function maskPhone(phone: string | null | undefined): string | null {
  return phone ? `${phone.slice(0, 4)}****${phone.slice(-4)}` : null
}

const Simple = z.object({
  success: successSchema,
  account: z.object({ username, email, is_verified: z.boolean() }),
  integrations: z.object({ wallet_qris: z.boolean(), bank: z.boolean(), wallet_direct: z.boolean() }),
})

export const simpleAccount: AccountAnswers = {
  accountStatus: makeShape(Simple, ({ account, connections }) => ({
    success: true,
    account: { username: account.username, email: account.email, is_verified: account.isVerified },
    integrations: {
      wallet_qris: connections.wallet_qris !== null,
      bank: connections.qris_user !== null,
      wallet_direct: connections.wallet_direct !== null,
    },
  })),
}
