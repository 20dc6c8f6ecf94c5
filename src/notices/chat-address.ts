import type { Config } from '../config.ts'

export interface ChatAddress {
  /** Opens Telegram. */
  url: string
  /** Opens the chat page of this machine, where there is no Telegram behind the bots; else null. */
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
