import { OpenForm } from './forms/open-form.ts'
import { ChatLease } from './inbox/chat-lease.ts'
import { TelegramFile } from './telegram/telegram-file.ts'

/** The entities of the bot's own tables, which `src` does not know. */
export const botEntities = [ChatLease, OpenForm, TelegramFile] as const
