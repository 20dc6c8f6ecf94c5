import type { PersonalRows } from '../../orders/customers/personal-rows.ts'
import { CompatCharge } from './compat-charge.ts'
import { CompatNotification } from './compat-notification.ts'

/** The fields of requests that identify the payer; the other repeated fields are the merchant's own text. */
const personalFields = new Set(['customer', 'payer_email'])

/** The payer's data in stored requests, and in notifications that are kept for a while. */
export const personalCharges: PersonalRows = {
  async read(em, { invoiceIds }) {
    const charges = await em.find(CompatCharge, { payment: { $in: invoiceIds } })
    return {
      compatible_charges: charges
        .map(({ request }) => onlyPersonal(request))
        .filter(one => Object.keys(one).length > 0),
    }
  },
  async erase({ em }, { invoiceIds }) {
    const charges = await em.find(CompatCharge, { payment: { $in: invoiceIds } })
    for (const charge of charges) charge.request = withoutPersonal(charge.request)
    const notifications = await em.find(CompatNotification, { charge: { $in: charges.map(({ id }) => id) } })
    for (const notification of notifications) notification.body = withoutPersonal(notification.body)
    await em.flush()
    return []
  },
}

function onlyPersonal(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => personalFields.has(name)))
}

function withoutPersonal(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !personalFields.has(name)))
}
