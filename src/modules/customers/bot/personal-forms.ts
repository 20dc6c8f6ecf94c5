import { OpenForm } from '../../../../bot/forms/open-form.ts'
import type { PersonalRows } from '../../../orders/customers/personal-rows.ts'

// A form belongs to no account; its person belongs to this one.
const everywhere = { filters: { caller: false } }

/** The unfinished conversations of a customer, with the numbers and addresses that they have typed. */
export const personalForms: PersonalRows = {
  async erase({ em }, { chats }) {
    for (const chat of chats) await em.nativeDelete(OpenForm, chat, everywhere)
    return []
  },
}
