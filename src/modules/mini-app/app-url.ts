import type { Config } from '../../config.ts'

/** The address of a bot's Mini App. From BASE_URL, never from what a request called this host. */
export function appUrl({ baseUrl }: Pick<Config, 'baseUrl'>, botId: number): string {
  return `${baseUrl}/t/${botId}`
}

/**
 * Whether Telegram opens Mini Apps of this installation: it takes https alone. The Bot API of this machine takes
 * anything.
 */
export function opensApps(config: Pick<Config, 'baseUrl' | 'botToken' | 'production'>): boolean {
  return config.baseUrl.startsWith('https:') || isLocal(config)
}

/** Whether the bots are those of the Bot API of this machine, whose Mini Apps also open in a tab of a browser. */
export function isLocal({ botToken, production }: Pick<Config, 'botToken' | 'production'>): boolean {
  return !production && botToken === undefined
}

/** The origins that may show the Mini App in a frame: Telegram's, and the chat page of this machine. */
export function frameOrigins(config: Pick<Config, 'production' | 'botToken' | 'botApiUrl'>): string[] {
  const telegram = ['https://web.telegram.org', 'https://*.telegram.org']
  return isLocal(config) ? [...telegram, new URL(config.botApiUrl).origin] : telegram
}
