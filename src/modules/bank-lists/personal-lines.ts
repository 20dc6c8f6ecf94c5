import type { PersonalRows } from '../../orders/customers/personal-rows.ts'
import { BankListLine } from './entities.ts'

/** The lines of bank lists that contain the name of a customer who paid. */
export const personalLines: PersonalRows = {
  async read(em, { transferIds }) {
    const lines = await em.find(BankListLine, { transfer: { $in: transferIds } })
    return { bank_list_lines: lines.map(({ day, amount, text }) => ({ day, amount, text })) }
  },
  // Its identity stays, so that the same line of a later list is recognised.
  async erase({ em }, { transferIds }) {
    await em.nativeUpdate(BankListLine, { transfer: { $in: transferIds } }, { text: '' })
    return []
  },
}
