import type { Config } from '../config.ts'

export interface ChatAddress {
  /** Opens Telegram. */
  url: string
  /** The address of this machine's chat page if the bots run without Telegram; otherwise null. */
  localUrl: string | null
}

/** The deep link that opens the chat with a bot and sends `/start <start>`. */
export function chatAddress(
  { production, botToken, botApiUrl }: Pick<Config, 'production' | 'botToken' | 'botApiUrl'>,
  username: string,
  start: string,
): ChatAddress {
  const isLocal = !production && botToken === undefined
  const localUrl = isLocal ? `${botApiUrl}/?${new URLSearchParams({ bot: username, start })}` : null
  return { url: `https://t.me/${username}?start=${start}`, localUrl }
}
