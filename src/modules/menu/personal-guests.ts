import type { PersonalRows } from '../../orders/customers/personal-rows.ts'
import { MenuGuest } from './menu-guest.ts'

/** What ties a browser to its customer: without it the browser is somebody new. */
export const personalGuests: PersonalRows = {
  async erase({ em }, { customerIds }) {
    await em.nativeDelete(MenuGuest, { customer: { $in: customerIds } })
    return []
  },
}
