import type { AccountScope } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { Payment } from '../payments/payment.ts'
import { Notice } from './notice.ts'
import { makeDedupeKey, planNotices } from './plan-notices.ts'

interface ShownProof {
  chat: { botId: number; chatId: number }
  connectionId: number
  invoiceId: string
}

/** A code may be extended by some seconds while it is being paid. */
const afterEndMs = 5_000

/**
 * Plans the messages of a proof payment for the chat in which it was started: its code, and its end. Returns false if
 * they were planned before.
 */
export async function planProofNotices(
  app: Needs<'transaction' | 'now'>,
  scope: Required<AccountScope>,
  { chat, connectionId, invoiceId }: ShownProof,
): Promise<boolean> {
  const { accountId, mode } = scope
  return app.transaction(scope, async tx => {
    const { expiresAt } = await tx.em.findOneOrFail(Payment, { invoiceId })
    const dedupe = makeDedupeKey({ kind: 'merchant.proof', key: invoiceId }, chat)
    if (await tx.em.findOne(Notice, { dedupeKey: dedupe })) return false
    const notice = { ...chat, accountId, kind: 'merchant.proof' as const }
    const data = { connectionId, invoiceId, mode }
    await planNotices(tx, app.now(), [
      { ...notice, data, key: invoiceId },
      {
        ...notice,
        data: { ...data, isChange: true },
        key: `${invoiceId} ended`,
        edits: { kind: 'merchant.proof', key: invoiceId },
        dueAt: new Date(expiresAt.getTime() + afterEndMs),
      },
    ])
    return true
  })
}
