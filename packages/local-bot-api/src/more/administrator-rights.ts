import { badRequest } from '../bot-api-error.ts'
import type { Call, Method } from '../method.ts'

/** The methods about the rights that a bot requests when it is added to a group or a channel. */
export const administratorRightsMethods: Record<string, Method> = {
  getMyDefaultAdministratorRights: async call => call.bot.administrator_rights[kindOf(call)] ?? readRights({}, call),
  setMyDefaultAdministratorRights,
}

const always = [
  'is_anonymous',
  'can_manage_chat',
  'can_delete_messages',
  'can_manage_video_chats',
  'can_restrict_members',
  'can_promote_members',
  'can_change_info',
  'can_invite_users',
  'can_post_stories',
  'can_edit_stories',
  'can_delete_stories',
  'can_send_welcome_messages',
]
const ofChannels = ['can_post_messages', 'can_edit_messages', 'can_manage_direct_messages']
const ofGroups = ['can_pin_messages', 'can_manage_topics', 'can_manage_tags']

const kindOf = ({ params }: Call) => (params.flag('for_channels') ? 'channels' : 'groups')

async function setMyDefaultAdministratorRights(call: Call): Promise<true> {
  const given = call.params.json('rights') ?? {}
  if (typeof given !== 'object' || Array.isArray(given)) throw badRequest("can't parse rights JSON object")
  await call.room.sql.write(
    `update local_bot_api.bot
     set administrator_rights = administrator_rights || jsonb_build_object($2::text, $3::jsonb) where id = $1`,
    [call.bot.id, kindOf(call), JSON.stringify(readRights(given as Record<string, unknown>, call))],
  )
  return true
}

/** Returns every right of a group or a channel; a right that was not requested is false. */
function readRights(rights: Record<string, unknown>, call: Call): Record<string, boolean> {
  const names = [...always, ...(kindOf(call) === 'channels' ? ofChannels : ofGroups)]
  return Object.fromEntries(names.map(name => [name, rights[name] === true]))
}
