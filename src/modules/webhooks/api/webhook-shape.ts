import { z } from 'zod'
import { stripActorId } from '../../../api/dialects/outward-row.ts'
import { outwardTypeSchema } from '../../../api/dialects/outward-types.ts'
import { type ShapeNeeds, timeSchema } from '../../../api/dialects/shape.ts'
import type { ListedWebhook } from '../list-webhooks.ts'
import { disablingReasons, endpointFormats } from '../webhook-formats.ts'

export const EndpointShape = z
  .object({
    endpoint_id: z.string().meta({ examples: ['EP-7F3KQ2M9XDVW4T6RB'] }),
    url: z.string().describe('For a chat, only the destination, because the rest is secret'),
    format: z.enum(endpointFormats).meta({ title: 'EndpointFormat' }),
    language: z.enum(['id', 'en']).meta({ title: 'EndpointLanguage', description: 'Language of messages to a chat' }),
    description: z.string().nullable(),
    types: z.array(outwardTypeSchema).nullable().describe('Null for all types, including future ones'),
    enabled: z.boolean(),
    disabled_at: timeSchema.nullable(),
    disabled_reason: z.enum(disablingReasons).nullable().meta({ title: 'DisablingReason' }),
    disabled_by: z.string().nullable().describe('The person who disabled it; null if it was not a person'),
    failing_since: timeSchema.nullable().describe('The time since which no delivery has succeeded'),
    public_key: z.string().describe('The key to verify `v1a` signatures (Ed25519): `whpk_` followed by base64'),
    created_at: timeSchema,
  })
  .meta({ id: 'Endpoint' })

export function presentEndpoint(endpoint: ListedWebhook, { calendar }: ShapeNeeds): z.output<typeof EndpointShape> {
  const { disabledAt, failingSince } = endpoint
  return {
    endpoint_id: endpoint.id,
    url: endpoint.shownAddress,
    format: endpoint.format,
    language: endpoint.language,
    description: endpoint.description,
    types: endpoint.types,
    enabled: disabledAt === null,
    disabled_at: disabledAt && calendar.format(disabledAt),
    disabled_reason: endpoint.disabledReason,
    disabled_by: endpoint.disabledBy && stripActorId(endpoint.disabledBy),
    failing_since: failingSince && calendar.format(failingSince),
    public_key: endpoint.publicKey,
    created_at: calendar.format(endpoint.createdAt),
  }
}
