import { openOrNull } from '../../lib/seal.ts'
import type { Needs } from '../../needs.ts'
import { hashReceiver, MailStop } from './mail-wish.ts'

const context = 'link|stop customer mail'

/** An address and the shop whose e-mail it receives. */
export interface MailReceiver {
  accountId: number
  email: string
}

/** Returns the address of the page on which a receiver unsubscribes from a shop. */
export function makeStopUrl({ config, seal }: Needs<'config' | 'seal'>, { accountId, email }: MailReceiver): string {
  const token = seal.seal(JSON.stringify([accountId, email]), context)
  return `${config.baseUrl}/mail-stop?${new URLSearchParams({ token })}`
}

/** Returns the receiver of a link; null if the link is not ours. */
export function readStopToken(app: Needs<'seal'>, token: string): MailReceiver | null {
  const text = openOrNull(app, token, context)
  if (text === null) return null
  const [accountId, email] = JSON.parse(text) as [number, string]
  return { accountId, email }
}

/** Unsubscribes an address from a shop's e-mail, or subscribes it again. */
export async function stopMail(
  app: Needs<'em' | 'now'>,
  { accountId, email }: MailReceiver,
  isStopped: boolean,
): Promise<void> {
  const em = app.em({ accountId })
  const which = { account: accountId, receiver: hashReceiver(email) }
  if (!isStopped) await em.nativeDelete(MailStop, which)
  else await em.upsertMany(MailStop, [{ ...which, createdAt: app.now() }], { onConflictAction: 'ignore' })
}

/** Returns whether an address declined a shop's e-mail. */
export async function isMailStopped(app: Needs<'em'>, { accountId, email }: MailReceiver): Promise<boolean> {
  return (await app.em({ accountId }).count(MailStop, { receiver: hashReceiver(email) })) > 0
}
