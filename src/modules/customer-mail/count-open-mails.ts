import type { Needs } from '../../needs.ts'
import { CustomerMail } from './mail-wish.ts'

/** Counts the e-mails to customers that have yet to be sent. */
export async function countOpenMails({ em }: Needs<'em'>): Promise<Record<string, number>> {
  return { 'e-mails to customers': await em('installation').count(CustomerMail, { state: 'pending' }) }
}
