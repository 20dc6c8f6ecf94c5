import { createBoundedPool } from '../../lib/bounded-pool.ts'
import { pageIcons } from '../../web/parts/icons.ts'
import type { Module } from '../module.ts'
import { createEndpointEndpoint } from './api/create-endpoint.ts'
import { deleteEndpointEndpoint } from './api/delete-endpoint.ts'
import { endpointStatisticsEndpoint } from './api/endpoint-statistics.ts'
import { eraseDeliveryEndpoint } from './api/erase-delivery.ts'
import { listDeliveriesEndpoint } from './api/list-deliveries.ts'
import { listEndpointsEndpoint } from './api/list-endpoints.ts'
import { resendDeliveryEndpoint } from './api/resend-delivery.ts'
import { rollEndpointSecretEndpoint } from './api/roll-endpoint-secret.ts'
import { testEndpointEndpoint } from './api/test-endpoint.ts'
import { updateEndpointEndpoint } from './api/update-endpoint.ts'
import { merchantTeamScreen, offerTeam } from './bot/merchant-team.ts'
import { createTeamChats } from './bot/team-chats.ts'
import { boundBacklogs } from './bound-backlogs.ts'
import { carriedEndpoints } from './carried-endpoints.ts'
import { endpointCommands } from './commands/endpoint-commands.ts'
import { countOpenWebhooks } from './count-open-webhooks.ts'
import { deliverEvents } from './deliver-events.ts'
import { isToBeTold, isToBeToldInTelegram } from './deliver-events-sql.ts'
import { Endpoint } from './endpoint.ts'
import { EndpointDelivery } from './endpoint-delivery.ts'
import { webhookEntities } from './entities.ts'
import { personalBodies } from './personal-bodies.ts'
import { planDeliveries } from './plan-deliveries.ts'
import { spreadAllEvents } from './spread-events.ts'
import { endpointPage } from './web/endpoint.ts'
import { endpointsPage } from './web/endpoints.ts'
import { webhooksLeftOut } from './webhook-tables.ts'
import { webhookActs } from './webhook-words.ts'

const secondMs = 1_000
const minuteMs = 60_000
const requestsMax = 200
const teamsMax = 20

/** Sends events, signed, to the servers and chats that merchants name: their endpoints. */
export const webhooks: Module = {
  name: 'webhooks',
  summary: 'Webhooks: signed events for merchants’ servers and team chats',
  entities: webhookEntities,
  leftOutTables: webhooksLeftOut,
  auditTexts: webhookActs,
  countOpen: countOpenWebhooks,
  endpoints: [
    createEndpointEndpoint,
    listEndpointsEndpoint,
    updateEndpointEndpoint,
    deleteEndpointEndpoint,
    rollEndpointSecretEndpoint,
    testEndpointEndpoint,
    listDeliveriesEndpoint,
    resendDeliveryEndpoint,
    eraseDeliveryEndpoint,
    endpointStatisticsEndpoint,
  ],
  endpointsAfter: '/test-callback',
  pages: [endpointsPage, endpointPage],
  sweeps(app, createPool) {
    const pool = createPool(requestsMax)
    return [
      {
        name: 'deliver-events',
        everyMs: secondMs,
        run: () => pool.start(room => deliverEvents(app, room)),
        wakes: ['endpoints'],
        hurries: ['more-events'],
        due: isToBeTold,
      },
      {
        name: 'spread-events',
        everyMs: secondMs,
        run: signal => spreadAllEvents(app, signal),
        due: 'from owed_event',
      },
      { name: 'bound-backlogs', everyMs: minuteMs, run: () => boundBacklogs(app) },
    ]
  },
  eventPlan: planDeliveries,
  platformScreens: [merchantTeamScreen],
  botWork({ app, bots }) {
    const pool = createBoundedPool(teamsMax)
    const teamChats = createTeamChats(bots)
    return [
      {
        name: 'teams',
        due: isToBeToldInTelegram,
        pool,
        channels: ['endpoints', 'more-events'],
        work: () => pool.start(room => deliverEvents({ ...app, teamChats }, room)),
        failure: 'events for teams could not be claimed',
      },
    ]
  },
  commands: endpointCommands,
  facts: {
    personalRows: [personalBodies],
    leases: [{ entity: EndpointDelivery, table: 'endpoint_delivery', channel: 'endpoints' }],
    outwardSubjects: [{ kind: 'endpoint', read: (em, key) => em.findOne(Endpoint, key) }],
    oldRows: [
      {
        // Their attempts are deleted with them. Paused ones too, if their endpoint was not enabled for that long.
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
    carriedEndpoints: [carriedEndpoints],
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
