import { createOutbound } from '../src/lib/outbound.ts'
import { formatHostAndPort } from '../src/lib/outgoing/host-and-port.ts'
import type { BotDoors } from '../src/process.ts'
import { addBot } from './bots/add-bot.ts'
import { prepareDemoBots } from './bots/demo-bots.ts'
import { botEntities } from './entities.ts'
import { noticeViews } from './notices/views.ts'
import { createBotRole } from './role.ts'
import { platformScreens, shopScreens } from './screens/index.ts'

/**
 * Matches calls of libraries that resolve addresses against the API root. Without a trailing slash they drop its last
 * part, as telegraf does (`new URL('./bot...', apiRoot)`).
 */
const rootedCalls = /^\/(?:file\/)?bot\d+(?::|%3a)[\w-]+\//i

/** The parts of the bot that the process can start. */
export const botDoors: BotDoors = {
  entities: botEntities,
  createBots: (app, added) =>
    createBotRole(
      app,
      {
        shop: [...shopScreens, ...added.shopScreens],
        platform: [...platformScreens, ...added.platformScreens],
        takeShopUpdates: added.takeShopUpdates,
        work: added.botWork,
      },
      { ...noticeViews, ...added.noticeViews },
    ),
  // Imported only when it starts, because the production image does not contain it.
  async openLocalBotApi({ sql, config, log, now }, door) {
    const { createLocalBotApi } = await import('../packages/local-bot-api/src/local-bot-api.ts')
    const { botApiUrl: url, production } = config
    // The bots' own webhooks are under BASE_URL.
    const outbound = createOutbound({ allow: [...config.outboundAllow, formatHostAndPort(new URL(config.baseUrl))] })
    const localBotApi = await createLocalBotApi({ sql, url, log, door, outbound, production, now })
    return {
      prefix: new URL(url).pathname.replace(/\/$/, ''),
      ownPaths: rootedCalls,
      handle: localBotApi.handle,
      async close() {
        await localBotApi.close()
        await outbound.close()
      },
    }
  },
  addBot,
  prepareDemoBots,
}
