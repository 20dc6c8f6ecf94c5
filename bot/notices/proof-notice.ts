import { nullIfNotFound } from '../../src/lib/refusals/null-if-not-found.ts'
import type { CoreNoticeData } from '../../src/notices/notice.ts'
import { readProof } from '../../src/payments/proof/read-proof.ts'
import { proofView } from '../screens/merchant/proof-view.ts'
import type { Message } from '../telegram/message.ts'
import { makeVoice } from '../texts/voice.ts'
import type { NoticeReader } from './notice-view.ts'

const untilCodeS = 1

/** The view of a proof payment's code, which waits until the code exists, and later of the result. */
export async function renderProofNotice(
  reader: NoticeReader,
  { connectionId, invoiceId, mode, isChange = false }: CoreNoticeData['merchant.proof'],
): Promise<Message | null | number> {
  const accountId = reader.accountId!
  // The metadata of a payment created through the API may name any connection.
  const proof = await nullIfNotFound(readProof(reader.app, { accountId, mode }, { connectionId, invoiceId }))
  if (!proof) return null
  const isMade = proof.qris !== null || proof.failure !== null || proof.payment.status !== 'pending'
  if (!isChange && !isMade) return untilCodeS
  const view = proofView(makeVoice(reader), { accountId, connectionId, proof })
  return isChange ? { ...view, isEditOnly: true } : view
}
