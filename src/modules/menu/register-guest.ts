import type { Mode } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { announceFacts } from '../../events/announce.ts'
import type { Needs } from '../../needs.ts'
import { makeChatlessColumns } from '../../orders/customers/chatless.ts'
import { Customer } from '../../orders/customers/customer.ts'
import { hashGuest, MenuGuest } from './menu-guest.ts'

/** A guest of a menu page: what they entered, and what their browser sent. */
export interface Guest {
  accountId: number
  mode: Mode
  /** The token of the browser. */
  browser: string
  /** The guest's network address, in the form that limits use. */
  address: string
  name: string
  language: 'id' | 'en'
}

/**
 * Finds or creates the customer of a browser, and sets the given name; the caller must hold the lock of the menu page.
 * Names and phone numbers identify no customer, because anyone could type them. Returns the customer's id.
 */
export async function registerGuest(app: Needs<'now' | 'reactions'>, tx: Tx, guest: Guest): Promise<number> {
  const { em } = tx
  const { accountId, mode, name, language } = guest
  const [browser, address] = [hashGuest(guest.browser), hashGuest(guest.address)]
  const known = await em.findOne(MenuGuest, { browser })
  if (known) {
    const customer = known.customer.id
    await em.nativeUpdate(MenuGuest, { customer }, { address })
    await em.nativeUpdate(Customer, { id: customer }, { name, language })
    return customer
  }
  const createdAt = app.now()
  const customer = em.create(Customer, {
    ...makeChatlessColumns(createdAt),
    account: accountId,
    name,
    language,
    blockedAt: null,
    promoStoppedAt: null,
  })
  await em.flush()
  const { id } = customer
  await em.insert(MenuGuest, { customer: id, account: accountId, mode, browser, address, createdAt })
  const fact = { accountId, subject: `customer ${id}`, payload: { mode, customerId: id }, createdAt }
  await announceFacts(app, tx, [{ ...fact, type: 'customer.created' }])
  return id
}
