import type { ReactionsTo } from '../../events/announce.ts'
import { createBoundedPool } from '../../lib/bounded-pool.ts'
import { pageIcons } from '../../web/parts/icons.ts'
import type { Module } from '../module.ts'
import { createWebhookEndpoint } from './api/create-webhook.ts'
import { deleteWebhookEndpoint } from './api/delete-webhook.ts'
import { eraseDeliveryEndpoint } from './api/erase-delivery.ts'
import { listDeliveriesEndpoint } from './api/list-deliveries.ts'
import { listWebhooksEndpoint } from './api/list-webhooks.ts'
import { resendDeliveryEndpoint } from './api/resend-delivery.ts'
import { rollWebhookSecretEndpoint } from './api/roll-webhook-secret.ts'
import { testWebhookEndpoint } from './api/test-webhook.ts'
import { updateWebhookEndpoint } from './api/update-webhook.ts'
import { webhookEvents } from './api/webhook-events.ts'
import { webhookStatisticsEndpoint } from './api/webhook-statistics.ts'
import { merchantTeamScreen, offerTeam } from './bot/merchant-team.ts'
import { createTeamChats } from './bot/team-chats.ts'
import { carriedWebhooks } from './carried-webhooks.ts'
import { countOpenWebhooks } from './count-open-webhooks.ts'
import { deliverEvents } from './deliver-events.ts'
import { dueEventsSql, dueTelegramEventsSql } from './deliver-events-sql.ts'
import { webhookEntities } from './entities.ts'
import { limitBacklogs } from './limit-backlogs.ts'
import { notifyOfDisabled } from './notify-of-disabled.ts'
import { personalBodies } from './personal-bodies.ts'
import { planDeliveries } from './plan-deliveries.ts'
import { spreadAllEvents } from './spread-events.ts'
import { webhookPage } from './web/webhook.ts'
import { webhooksPage } from './web/webhooks.ts'
import { WebhookDelivery } from './webhook-delivery.ts'
import { webhookSubject } from './webhook-subject.ts'
import { webhookExcludedTables } from './webhook-tables.ts'
import { type WebhookEvents, webhookAuditTexts } from './webhook-words.ts'

const secondMs = 1_000
const minuteMs = 60_000
const requestsMax = 200
const teamsMax = 20

/** Sends signed events to the merchants' webhooks, which are servers and chats. */
export const webhooks: Module = {
  name: 'webhooks',
  summary: 'Webhooks: signed events for merchants’ servers and team chats',
  entities: webhookEntities,
  leftOutTables: webhookExcludedTables,
  auditTexts: webhookAuditTexts,
  countOpen: countOpenWebhooks,
  endpoints: [
    createWebhookEndpoint,
    listWebhooksEndpoint,
    updateWebhookEndpoint,
    deleteWebhookEndpoint,
    rollWebhookSecretEndpoint,
    testWebhookEndpoint,
    listDeliveriesEndpoint,
    resendDeliveryEndpoint,
    eraseDeliveryEndpoint,
    webhookStatisticsEndpoint,
  ],
  endpointsAfter: '/test-callback',
  pages: [webhooksPage, webhookPage],
  sweeps(app, createPool) {
    const pool = createPool(requestsMax)
    return [
      {
        name: 'deliver-events',
        everyMs: secondMs,
        run: () => pool.start(room => deliverEvents(app, room)),
        wakes: ['endpoints'],
        hurries: ['more-events'],
        due: dueEventsSql,
      },
      {
        name: 'spread-events',
        everyMs: secondMs,
        run: signal => spreadAllEvents(app, signal),
        due: 'from owed_event',
      },
      { name: 'bound-backlogs', everyMs: minuteMs, run: () => limitBacklogs(app) },
    ]
  },
  eventPlan: planDeliveries,
  outward: { events: webhookEvents, subjects: { endpoint: webhookSubject } },
  reactions: { 'endpoint.disabled': [notifyOfDisabled] } satisfies ReactionsTo<keyof WebhookEvents>,
  platformScreens: [merchantTeamScreen],
  botWork({ app, bots }) {
    const pool = createBoundedPool(teamsMax)
    const teamChats = createTeamChats(bots)
    return [
      {
        name: 'teams',
        due: dueTelegramEventsSql,
        pool,
        channels: ['endpoints', 'more-events'],
        work: () => pool.start(room => deliverEvents({ ...app, teamChats }, room)),
        failure: 'events for teams could not be claimed',
      },
    ]
  },
  loadCommands: async () => (await import('./commands/webhook-commands.ts')).webhookCommands,
  facts: {
    personalRows: [personalBodies],
    leases: [{ entity: WebhookDelivery, table: 'endpoint_delivery', channel: 'endpoints' }],
    oldRows: [
      {
        // Their attempts are deleted with them. Includes paused ones, if their webhook was not enabled for that long.
        table: 'endpoint_delivery',
        days: 'callbackAttempts',
        isOld: `requested_by is null and lease_token is null and event_id = any(array(
      select id from outward_event where created_at < :before order by created_at limit 1000))`,
      },
      {
        table: 'endpoint_delivery',
        days: 'callbackAttempts',
        isOld: `requested_by is not null and lease_token is null and event_id = any(array(
      select id from outward_event where created_at < :before order by created_at limit 1000))`,
      },
      {
        table: 'outward_event',
        days: 'callbackAttempts',
        isOld: `created_at < :before
      and not exists (select from endpoint_delivery d where d.event_id = outward_event.id and d.requested_by is null)
      and not exists (
        select from endpoint_delivery d where d.event_id = outward_event.id and d.requested_by is not null)`,
      },
    ],
    carriedEndpoints: [carriedWebhooks],
  },
  slots: {
    navigation: [
      {
        group: 'news',
        help: 'reference',
        path: '/dashboard/endpoints',
        icon: pageIcons.endpoints,
        text: { id: 'Server dan grup', en: 'Servers and groups' },
      },
    ],
    takeTeamChats: [offerTeam],
  },
}
