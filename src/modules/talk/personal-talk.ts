import type { PersonalRows } from '../../orders/customers/personal-rows.ts'
import { TalkMessage } from './talk-message.ts'

/** The messages between a customer and the seller. */
export const personalTalk: PersonalRows = {
  async read(em, { customerIds }) {
    const lines = await em.find(TalkMessage, { customer: { $in: customerIds } }, { orderBy: { id: 'asc' } })
    return { talk: lines.map(({ from, text, createdAt }) => ({ from, text, created_at: createdAt.toISOString() })) }
  },
  async erase({ em }, { customerIds }) {
    const lines = { customer: { $in: customerIds } }
    const pictures = (await em.find(TalkMessage, lines)).flatMap(({ storageKey }) => storageKey ?? [])
    await em.nativeDelete(TalkMessage, lines)
    return pictures
  },
}
