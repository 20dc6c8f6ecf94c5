import { removeSecrets } from '../../lib/same-text.ts'
import type { Mail, Mailer } from './mailer.ts'

/**
 * The result of handing a message to the SMTP server. `failed`: the server will never accept it. The error is logged
 * and stored without the address, which servers repeat in it.
 */
export type MailOutcome = { is: 'sent' } | { is: 'failed' | 'again'; error: string }

/** Hands a message to the SMTP server once. */
export async function tryMail(mailer: Mailer, mail: Mail): Promise<MailOutcome> {
  try {
    await mailer.send(mail)
    return { is: 'sent' }
  } catch (error) {
    const { responseCode, message } = error as Error & { responseCode?: number }
    // 5yz is permanent, except for a refused sign-in (530, 535), which the operator can fix.
    const isForGood = responseCode !== undefined && responseCode >= 500 && responseCode !== 530 && responseCode !== 535
    return { is: isForGood ? 'failed' : 'again', error: removeSecrets(message, [mail.to]) }
  }
}
