import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { requiredId, wholeNumber } from '../../../api/fields.ts'
import { replaceWebhookSecret } from '../roll-webhook-secret.ts'
import { secretRolledShape } from './webhook-answers.ts'

const RollBody = z.object({
  endpoint_id: requiredId('is the id of an endpoint'),
  overlap_hours: wholeNumber(0, 168).describe('How many hours the old secret remains valid; defaults to 24'),
})

/** POST /api/roll-endpoint-secret. */
export const rollWebhookSecretEndpoint = defineEndpoint({
  method: 'POST',
  path: '/roll-endpoint-secret',
  tag: 'Endpoints',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'While both secrets are valid, `webhook-signature` contains one signature of each. With `overlap_hours` 0, ' +
    'the old secret expires immediately.',
  example: { endpoint_id: 'EP-7F3KQ2M9XDVW4T6RB', overlap_hours: 24 },
  scope: 'endpoints',
  input: RollBody,
  showsSecret: true,
  answer: secretRolledShape,
  async handle(app, owner, { endpoint_id, overlap_hours }, { keyId }) {
    const asked = { endpointId: endpoint_id, overlapHours: overlap_hours }
    const rolled = await replaceWebhookSecret(app, owner, asked, { actor: `api key ${keyId}` })
    return { endpointId: endpoint_id, ...rolled }
  },
})
