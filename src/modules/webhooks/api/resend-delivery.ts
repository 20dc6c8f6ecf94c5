import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { dayOrMomentField, idField, optionalText, readMoment } from '../../../api/fields.ts'
import { refuseField } from '../../../lib/refusal.ts'
import { resendDeliveries } from '../resend-deliveries.ts'
import { deliveriesResentShape } from './webhook-answers.ts'

const ResendBody = z.object({
  delivery_id: idField.describe('The delivery to resend'),
  endpoint_id: optionalText(64).describe(
    'Instead of delivery_id: resend all deliveries to this endpoint that have failed permanently since `failed_since`',
  ),
  failed_since: dayOrMomentField.describe(
    'Only deliveries that failed permanently at or after this time, or on or after this day',
  ),
})

/** POST /api/resend-delivery. */
export const resendDeliveryEndpoint = defineEndpoint({
  method: 'POST',
  path: '/resend-delivery',
  tag: 'Endpoints',
  summary: 'Resend events to a webhook endpoint',
  description:
    'Each is sent with the same id and body and a new signature. A delivery that is waiting for a retry is sent ' +
    'immediately instead.',
  example: { endpoint_id: 'EP-7F3KQ2M9XDVW4T6RB', failed_since: '2026-11-21 14:05:00' },
  scope: 'endpoints',
  input: ResendBody,
  answer: deliveriesResentShape,
  async handle(app, owner, { delivery_id, endpoint_id, failed_since }, { keyId }) {
    const by = { actor: `api key ${keyId}` }
    if (delivery_id !== undefined) {
      if (endpoint_id !== undefined) throw refuseField('endpoint_id', 'is given instead of delivery_id', 'conflicting')
      return { resent: await resendDeliveries(app, owner, { deliveryId: delivery_id }, by) }
    }
    if (endpoint_id === undefined) throw refuseField('delivery_id', 'is given, or endpoint_id instead', 'missing')
    if (failed_since === undefined) throw refuseField('failed_since', 'is given with endpoint_id', 'missing')
    const failedSince = readMoment(app, 'failed_since', failed_since)
    return { resent: await resendDeliveries(app, owner, { endpointId: endpoint_id, failedSince }, by) }
  },
})
