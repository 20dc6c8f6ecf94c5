import { AnsweredRequest } from './answered-request.ts'
import { ApiKey } from './api-key.ts'
import { ApiRequest } from './api-request.ts'
import { SealKey } from './seal-key.ts'
import { WebhookSecret } from './webhook-secret.ts'

export const keyEntities = [ApiKey, WebhookSecret, SealKey, ApiRequest, AnsweredRequest] as const
