import type { Actor } from '../../accounts/audit.ts'
import type { OutwardType } from '../../events/outward.ts'
import type { Needs } from '../../needs.ts'
import { lockWebhooks, writeWebhook } from './create-webhook.ts'
import type { WebhookOwner } from './list-webhooks.ts'
import { updateWebhook } from './update-webhook.ts'
import { sealContexts, WebhookEndpoint } from './webhook.ts'

/** The event types that a team usually wants; the dashboard changes them. */
const typesOfTeam: OutwardType[] = [
  ...(['payment.paid', 'payment.refunded', 'transfer.in_review', 'order.placed', 'order.paid'] as const),
  ...(['order.shipped', 'order.completed', 'order.cancelled', 'order.paid_in_vain', 'order.reviewed'] as const),
  ...(['stock.low', 'withdrawal.moved', 'connection.failing', 'connection.recovered', 'endpoint.disabled'] as const),
]

export interface TeamChat {
  /** Telegram's id of a group or channel. */
  chatId: number
  title: string
  language: 'id' | 'en'
}

const titleMax = 128

/**
 * Sends events to a group or channel of Telegram from now on; a known one is enabled again. The caller has verified
 * that the person may act for that chat. Refuses `invalid_request` for the 21st webhook.
 */
export async function connectChat(
  app: Needs<'transaction' | 'config' | 'seal' | 'now' | 'outward'>,
  owner: WebhookOwner,
  { chatId, title, language }: TeamChat,
  by: Actor,
): Promise<WebhookEndpoint> {
  const address = String(chatId)
  const shown = `Telegram: ${title.slice(0, titleMax).toWellFormed()}`
  const checked = { address: { address, format: 'telegram' as const, shown }, types: typesOfTeam, description: null }
  const { endpoint, isKnown } = await app.transaction(owner, async tx => {
    // Without the lock, two concurrent presses would each find nothing.
    await lockWebhooks(tx, owner.accountId)
    const known = await tx.em.find(WebhookEndpoint, { format: 'telegram', deletedAt: null })
    const addressOf = ({ id, sealedAddress }: WebhookEndpoint) => app.seal.open(sealedAddress, sealContexts.address(id))
    const same = known.find(one => addressOf(one) === address)
    if (same) return { endpoint: same, isKnown: true }
    const made = await writeWebhook(app, tx, { owner, language, enabled: true, by, ...checked })
    return { endpoint: made.endpoint, isKnown: false }
  })
  if (!isKnown) return endpoint
  return updateWebhook(app, owner, { endpointId: endpoint.id, change: { enabled: true }, by })
}
