import { z } from 'zod'
import type { ListedMethods, MethodStatus } from '../../methods/list-methods.ts'
import type { PaymentMethodId } from '../../methods/method.ts'
import type { Dialect } from './dialect.ts'
import { makeShape, rupiahSchema, successSchema } from './shape.ts'

const Method = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    enabled: z.boolean().describe('Whether the method is enabled'),
    available: z.boolean().describe('Whether this account can use it now'),
    maintenance: z.boolean().describe('Whether the operator has disabled it'),
    requirements: z.array(z.string()).describe('Unmet conditions; empty if there are none'),
    warning: z
      .string()
      .optional()
      .describe('Why money may go unseen although the method is available, such as a phone that has never reported'),
    icon: z.string().describe('Icon class name'),
    recommended: z.boolean(),
    verified_only: z.boolean(),
    subscription_required: z.boolean(),
    max_amount: rupiahSchema.nullable().describe('Maximum amount for the method, in whole rupiah; null if unlimited'),
    has_grant: z.boolean().optional(),
    has_mid: z.boolean().optional(),
    has_bank_configured: z.boolean().optional(),
    has_qris_image: z.boolean().optional(),
    has_wallet_qris_connected: z.boolean().optional(),
    has_wallet_direct_connected: z.boolean().optional(),
  })
  .meta({ id: 'PaymentMethod' })

const Methods = z.object({
  success: successSchema,
  data: z.object({
    payment_methods: z.array(Method),
    user_status: z.object({
      is_verified: z.boolean(),
      has_active_subscription: z.boolean(),
      has_qris_platform_grant: z.boolean(),
      has_wallet_qris_connected: z.boolean(),
      has_wallet_direct_connected: z.boolean(),
      has_bank_configured: z.boolean(),
      has_qris_image: z.boolean(),
    }),
    feature_status: z.record(z.string(), z.boolean()).describe('Keyed by method id'),
  }),
})

/** The answer about payment methods, identical in both dialects: the specification shows only one form. */
export const methodAnswers: Pick<Dialect, 'methodsListed'> = {
  methodsListed: makeShape(Methods, ({ methods, user, features }) => ({
    success: true,
    data: {
      payment_methods: methods.map(method => presentMethod(method, user)),
      user_status: {
        is_verified: user.isVerified,
        has_active_subscription: user.hasActiveSubscription,
        has_qris_platform_grant: user.hasGrant,
        has_wallet_qris_connected: user.hasWalletQrisConnected,
        has_wallet_direct_connected: user.hasWalletDirectConnected,
        has_bank_configured: user.hasBankConfigured,
        has_qris_image: user.hasBankQris || user.hasWalletQris,
      },
      feature_status: features,
    },
  })),
}

const warnings: Record<NonNullable<MethodStatus['warning']>, string> = {
  never_reported: 'The phone of its connection has never reported: money is not seen before it does',
}

function presentMethod(method: MethodStatus, user: ListedMethods['user']): z.output<typeof Method> {
  return {
    id: method.id,
    name: method.name,
    description: method.description,
    enabled: !method.isInMaintenance,
    available: method.requirements.length === 0,
    maintenance: method.isInMaintenance,
    requirements: method.requirements.map(({ sentence }) => sentence),
    ...(method.warning && { warning: warnings[method.warning] }),
    icon: method.icon,
    recommended: method.isRecommended === true,
    verified_only: method.verifiedOnly,
    subscription_required: method.subscriptionRequired,
    max_amount: method.maxAmount,
    ...connectionFlags(user)[method.id],
  }
}

function connectionFlags(user: ListedMethods['user']): Record<PaymentMethodId, Partial<z.output<typeof Method>>> {
  return {
    qris: {},
    qris_platform: { has_grant: user.hasGrant, has_mid: user.hasMid },
    qris_user: { has_bank_configured: user.hasBankConfigured, has_qris_image: user.hasBankQris },
    wallet_qris: { has_wallet_qris_connected: user.hasWalletQrisConnected, has_qris_image: user.hasWalletQris },
    wallet_direct: { has_wallet_direct_connected: user.hasWalletDirectConnected },
  }
}
