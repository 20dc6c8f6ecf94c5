import type { Mode } from '../../database/scope.ts'
import type { WebhookEndpoint } from './webhook.ts'

export interface WebhookEvents {
  'endpoint.disabled': WebhookDisabled
}

/** The payload of `endpoint.disabled`: a webhook receives nothing until its merchant enables it. */
export interface WebhookDisabled {
  mode: Mode
  endpointId: string
  /** The merchant's name for it, or its address without secrets. */
  name: string
  reason: 'failing' | 'gone' | 'behind'
  /** Since when it has failed, in ISO 8601. */
  failingSince: string
}

type WebhookAct = `endpoint.${'created' | 'changed' | 'deleted' | 'secret_rolled' | 'resent' | 'erased'}`

interface WebhookActs extends Record<WebhookAct, unknown> {}

declare module '../../events/payloads.ts' {
  interface EventPayloads extends WebhookEvents {}
}
declare module '../../events/outward.ts' {
  interface OutwardTypes extends WebhookEvents {}
}
declare module '../../callbacks/outward/outward.ts' {
  interface Subjects {
    endpoint: WebhookEndpoint
  }
}
declare module '../../accounts/audit-act.ts' {
  interface AuditActs extends WebhookActs {}
}

/** The texts for acts on webhooks in the audit log. */
export const webhookAuditTexts: Record<'id' | 'en', Record<keyof WebhookActs, string>> = {
  id: {
    'endpoint.created': 'Endpoint dibuat',
    'endpoint.changed': 'Endpoint diubah',
    'endpoint.deleted': 'Endpoint dihapus',
    'endpoint.secret_rolled': 'Rahasia endpoint diganti',
    'endpoint.resent': 'Event dikirim ulang',
    'endpoint.erased': 'Isi pengiriman dihapus',
  },
  en: {
    'endpoint.created': 'Endpoint made',
    'endpoint.changed': 'Endpoint changed',
    'endpoint.deleted': 'Endpoint deleted',
    'endpoint.secret_rolled': "Endpoint's secret rolled",
    'endpoint.resent': 'Events sent again',
    'endpoint.erased': 'Content of a delivery erased',
  },
}
