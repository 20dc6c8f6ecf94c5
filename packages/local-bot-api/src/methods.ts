import { badRequest } from './bot-api-error.ts'
import { copyingMethods } from './copying.ts'
import { editingMethods } from './editing.ts'
import { findFileById } from './files.ts'
import { inlineMethods } from './inline.ts'
import type { Call, Method } from './method.ts'
import { administratorRightsMethods } from './more/administrator-rights.ts'
import { getUpdates } from './polling.ts'
import { answerPress } from './presses.ts'
import { reactionMethods } from './reactions.ts'
import { sendingMethods } from './sending.ts'
import { settingMethods } from './settings.ts'
import { starMethods } from './stars.ts'

/** The supported methods by their names in lower case, because Telegram ignores the case too. */
export const methods = new Map<string, Method>(
  Object.entries({
    ...sendingMethods,
    ...copyingMethods,
    ...reactionMethods,
    ...editingMethods,
    ...settingMethods,
    ...administratorRightsMethods,
    ...starMethods,
    ...inlineMethods,
    getUpdates: ({ room, bot, params, signal }: Call) => getUpdates(room, bot, params, signal),
    answerCallbackQuery: ({ room, bot, params }: Call) => answerPress(room, bot, params),
    getFile,
    logOut: async () => true,
    close: async () => true,
  }).map(([name, method]) => [name.toLowerCase(), method]),
)

/** The maximum that a bot may download; Telegram's own limit. */
const downloadBytesMax = 20 * 1024 * 1024

async function getFile({ room, bot, params }: Call): Promise<unknown> {
  const fileId = params.text('file_id')
  if (fileId === undefined) throw badRequest('file_id not specified')
  const file = await findFileById(room, bot, fileId)
  if (file === undefined) throw badRequest('invalid file_id')
  if (file.bytes > downloadBytesMax) throw badRequest('file is too big')
  return { file_id: file.file_id, file_unique_id: file.unique_id, file_size: file.bytes, file_path: file.path }
}
