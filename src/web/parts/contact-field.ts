import { changeShopRules } from '../../catalog/rules/change-shop-rules.ts'
import { hasContact } from '../../catalog/rules/require-contact.ts'
import { type Html, html } from '../../lib/html.ts'
import { normalizePhone } from '../../lib/phone.ts'
import type { App } from '../../needs.ts'
import { User } from '../../people/user.ts'
import { field } from './forms.ts'
import type { ViewContext } from './page.ts'
import { makeMemberActor, type Visit } from './visit.ts'

/** A missing contact for payers; `proposal` is the number that the merchant signed up with. */
export interface ContactLack {
  proposal: string | null
}

/** Returns null if the shop has a contact for its payers. */
export async function findContactLack(app: App, { account, session }: Visit): Promise<ContactLack | null> {
  if (await hasContact(app.em({ accountId: account.id }), account.id)) return null
  const { phone } = await app.em('shared').findOneOrFail(User, { id: session.userId }, { fields: ['phone'] })
  return { proposal: phone }
}

/** Stores the number that was typed into `contactField`. Nothing was typed: the caller's check refuses it. */
export async function saveContact(app: App, visit: Visit, input: string): Promise<void> {
  if (input.trim() === '' || (await findContactLack(app, visit)) === null) return
  await changeShopRules(app, makeMemberActor(visit), () => ({ whatsapp: normalizePhone(input.trim()) }))
}

type Form = Pick<ViewContext<Visit, object, object>, 'language' | 'given' | 'fieldErrors' | 'to'>

/** The field of the missing contact, filled with the number that the merchant signed up with. */
export function contactField({ language, given, fieldErrors, to }: Form, { proposal }: ContactLack): Html {
  const { label, hint, otherContacts } = contactTexts[language]
  const value = given.whatsapp ?? proposal
  const asked = { name: 'whatsapp', label, hint, value, errors: fieldErrors, maxlength: 32, isFocused: true }
  return html`${field({ ...asked, type: 'tel', autocomplete: 'tel' })}
    <p><small><a href="${to('/dashboard/rules/contact')}">${otherContacts}</a></small></p>`
}

export const contactTexts = {
  id: {
    label: 'WhatsApp untuk pembeli',
    hint: 'Pembeli melihat nomor ini kalau ada yang mau ditanyakan tentang bayarannya.',
    otherContacts: 'Pakai telepon atau alamat toko saja',
  },
  en: {
    label: 'WhatsApp for buyers',
    hint: 'Buyers see this number if they have a question about their payment.',
    otherContacts: 'Use a telephone or the shop’s address instead',
  },
}
