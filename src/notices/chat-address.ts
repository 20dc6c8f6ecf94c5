import type { Config } from '../config.ts'

export interface ChatAddress {
  /** The address that opens Telegram. */
  url: string
  /** The local chat page if the bots run without Telegram; otherwise null. */
  localUrl: string | null
}

/** Returns the deep link that opens the chat with a bot and sends `/start <start>`. */
export function makeChatAddress(
  { production, botToken, botApiUrl }: Pick<Config, 'production' | 'botToken' | 'botApiUrl'>,
  username: string,
  start: string,
): ChatAddress {
  const isLocal = !production && botToken === undefined
  const localUrl = isLocal ? `${botApiUrl}/?${new URLSearchParams({ bot: username, start })}` : null
  return { url: `https://t.me/${username}?start=${start}`, localUrl }
}
