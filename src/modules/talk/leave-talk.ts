import type { Needs } from '../../needs.ts'
import { MerchantChat } from '../../notices/merchant-chat.ts'
import { Customer } from '../../orders/customers/customer.ts'

/** Ends the conversation of a customer: their next message does not go to the seller. */
export async function leaveTalk(
  app: Needs<'em'>,
  { accountId, customerId }: { accountId: number; customerId: number },
): Promise<void> {
  await app.em({ accountId }).nativeUpdate(Customer, { id: customerId }, { talkUntil: null })
}

/** Ends the conversation of a merchant's chat: the next message there is not an answer. */
export async function leaveMerchantTalk(app: Needs<'em'>, accountIds: number[], chatId: number): Promise<void> {
  await app.em({ accountIds }).nativeUpdate(MerchantChat, { chatId }, { talkId: null, talkUntil: null })
}
