import type { PersonalRows } from '../../orders/customers/personal-rows.ts'
import { MenuGuest } from './menu-guest.ts'

/** The rows that link a browser to its customer; without them the browser is a new guest. */
export const personalGuests: PersonalRows = {
  async erase({ em }, { customerIds }) {
    await em.nativeDelete(MenuGuest, { customer: { $in: customerIds } })
    return []
  },
}
