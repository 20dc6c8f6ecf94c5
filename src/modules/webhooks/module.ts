import { createTeamChats } from '../../../bot/notices/team-chats.ts'
import { merchantTeamScreen, offerTeam } from '../../../bot/screens/merchant/merchant-team.ts'
import { createEndpointEndpoint } from '../../api/endpoints/create-endpoint.ts'
import { deleteEndpointEndpoint } from '../../api/endpoints/delete-endpoint.ts'
import { endpointStatisticsEndpoint } from '../../api/endpoints/endpoint-statistics.ts'
import { eraseDeliveryEndpoint } from '../../api/endpoints/erase-delivery.ts'
import { listDeliveriesEndpoint } from '../../api/endpoints/list-deliveries.ts'
import { listEndpointsEndpoint } from '../../api/endpoints/list-endpoints.ts'
import { resendDeliveryEndpoint } from '../../api/endpoints/resend-delivery.ts'
import { rollEndpointSecretEndpoint } from '../../api/endpoints/roll-endpoint-secret.ts'
import { testEndpointEndpoint } from '../../api/endpoints/test-endpoint.ts'
import { updateEndpointEndpoint } from '../../api/endpoints/update-endpoint.ts'
import { boundBacklogs } from '../../callbacks/endpoints/bound-backlogs.ts'
import { deliverEvents } from '../../callbacks/endpoints/deliver-events.ts'
import { isToBeTold, isToBeToldInTelegram } from '../../callbacks/endpoints/deliver-events-sql.ts'
import { planDeliveries } from '../../callbacks/endpoints/plan-deliveries.ts'
import { spreadAllEvents } from '../../callbacks/endpoints/spread-events.ts'
import { endpointCommands } from '../../commands/endpoint-commands.ts'
import { createBoundedPool } from '../../lib/bounded-pool.ts'
import { endpointPage } from '../../web/dashboard/endpoints/endpoint.ts'
import { endpointsPage } from '../../web/dashboard/endpoints/endpoints.ts'
import { pageIcons } from '../../web/parts/icons.ts'
import type { Module } from '../module.ts'
import { countOpenWebhooks } from './count-open-webhooks.ts'

const secondMs = 1_000
const minuteMs = 60_000
const requestsMax = 200
const teamsMax = 20

/** Sends events, signed, to the servers and chats that merchants name: their endpoints. */
export const webhooks: Module = {
  name: 'webhooks',
  summary: 'Webhooks: signed events for merchants’ servers and team chats',
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
  slots: {
    navigation: [
      {
        group: 'developer',
        help: 'reference',
        path: '/dashboard/endpoints',
        icon: pageIcons.endpoints,
        text: { id: 'Endpoint', en: 'Endpoints' },
      },
    ],
    takeTeamChats: [offerTeam],
  },
}
