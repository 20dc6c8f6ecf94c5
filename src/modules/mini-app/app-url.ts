import type { Config } from '../../config.ts'

/** Returns the address of a bot's Mini App, based on BASE_URL and never on the request's host. */
export function appUrl({ baseUrl }: Pick<Config, 'baseUrl'>, botId: number): string {
  return `${baseUrl}/t/${botId}`
}

/**
 * Returns whether Telegram opens Mini Apps of this installation, which requires https. The local Bot API accepts any
 * address.
 */
export function canOpenApps(config: Pick<Config, 'baseUrl' | 'botToken' | 'production'>): boolean {
  return config.baseUrl.startsWith('https:') || usesLocalBotApi(config)
}

/** Returns whether the bots use the local Bot API, whose Mini Apps also open in a browser tab. */
export function usesLocalBotApi({ botToken, production }: Pick<Config, 'botToken' | 'production'>): boolean {
  return !production && botToken === undefined
}

/** Returns the origins that may show the Mini App in a frame: Telegram's, and the local chat page. */
export function listFrameOrigins(config: Pick<Config, 'production' | 'botToken' | 'botApiUrl'>): string[] {
  const telegram = ['https://web.telegram.org', 'https://*.telegram.org']
  return usesLocalBotApi(config) ? [...telegram, new URL(config.botApiUrl).origin] : telegram
}
