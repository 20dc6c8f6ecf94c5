import type { BotDoors } from '../src/process.ts'
import { prepareDemoBots } from './bots/demo-bots.ts'
import { botEntities } from './entities.ts'
import { noticeViews } from './notices/views.ts'
import { createBotRole } from './role.ts'
import { platformScreens, shopScreens } from './screens/index.ts'

/** What the process opens of the bot. */
export const botDoors: BotDoors = {
  entities: botEntities,
  createBots: app => createBotRole(app, { shop: shopScreens, platform: platformScreens }, noticeViews),
  // Imported only when it is opened, because the production image does not contain it.
  async openLocalBotApi({ sql, config, log }) {
    const { createLocalBotApi } = await import('./local/local-bot-api.ts')
    const localBotApi = await createLocalBotApi({ sql, url: config.botApiUrl, log, production: config.production })
    return { prefix: new URL(config.botApiUrl).pathname.replace(/\/$/, ''), ...localBotApi }
  },
  prepareDemoBots,
}
