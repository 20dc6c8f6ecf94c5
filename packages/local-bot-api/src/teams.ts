import { z } from 'zod'
import { toBotUser } from './bots.ts'
import { ControlError } from './control-error.ts'
import { chatIdField, personIdField, requireBot, requirePerson, textField, usernameField } from './control-fields.ts'
import { getUnixTime } from './messages.ts'
import { findChat, findPerson, type Person, type TeamKind, toChat, toPersonUser } from './people.ts'
import type { Room } from './room.ts'
import { queueUpdate } from './updates.ts'

// Groups and channels, as far as a bot needs them that is added, writes there and is removed. Bots do not get what
// people write there.

const teamForm = z.object({
  title: textField(128),
  type: z.enum(['group', 'supergroup', 'channel']),
  creator: personIdField,
})

/** Handles `POST /control/teams`: a person creates a group or a channel. */
export async function createTeam(room: Room, input: unknown): Promise<unknown> {
  const { title, type, creator } = teamForm.parse(input)
  const { id } = await requirePerson(room, creator)
  return { id: await addTeam(room, { title, type, creator: id }) }
}

async function addTeam(room: Room, team: { title: string; type: TeamKind; creator: number | null }): Promise<number> {
  const rows = await room.sql.query<{ id: number }>(insertTeam, [team.title, team.type, team.creator])
  return rows[0]!.id
}

// The ids look like Telegram's own ids of supergroups and channels.
const insertTeam = `
  with next as (update local_bot_api.counter set value = value + 1 where name = 'team' returning value)
  insert into local_bot_api.person (id, first_name, kind, creator_id, phone_number)
  select -1000000000000 - value, $1, $2, $3, '' from next returning id`

const membershipForm = z.object({
  bot: usernameField,
  team: chatIdField,
  by: personIdField,
  status: z.enum(['member', 'administrator', 'left', 'kicked']),
})

/** Handles `POST /control/memberships`: a person adds a bot to a group or a channel, or removes it. */
export async function changeMembership(room: Room, input: unknown): Promise<unknown> {
  const form = membershipForm.parse(input)
  const bot = await requireBot(room, form.bot)
  const team = await requireTeam(room, form.team)
  const person = await requirePerson(room, form.by)
  const chat = (await findChat(room, bot, team.id))!
  const started = form.status === 'member' || form.status === 'administrator'
  await room.sql.write(
    `insert into local_bot_api.chat (bot_id, person_id, started, blocked) values ($1, $2, $3, $4)
     on conflict (bot_id, person_id) do update set started = excluded.started, blocked = excluded.blocked`,
    [bot.id, team.id, started, form.status === 'kicked'],
  )
  const user = toBotUser(bot)
  const updateId = await queueUpdate(room, bot, {
    kind: 'my_chat_member',
    queueKey: team.id,
    payload: {
      chat: toChat(team),
      from: toPersonUser(person),
      date: getUnixTime(),
      old_chat_member: { user, status: chat.started ? 'member' : 'left' },
      new_chat_member: memberAs(form.status, user),
    },
  })
  return { update_id: updateId ?? null }
}

// Libraries that validate their input, such as aiogram, reject an update in which a right is missing.
function memberAs(status: z.infer<typeof membershipForm>['status'], user: object): object {
  if (status === 'kicked') return { user, status, until_date: 0 }
  return status === 'administrator' ? { user, status, ...rightsOfAdministrator } : { user, status }
}

const rightsOfAdministrator = {
  can_be_edited: false,
  is_anonymous: false,
  can_manage_chat: true,
  can_delete_messages: true,
  can_manage_video_chats: false,
  can_restrict_members: true,
  can_promote_members: false,
  can_change_info: true,
  can_invite_users: true,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
  can_pin_messages: true,
  can_send_welcome_messages: false,
}

/** Handles `POST /control/upgrades`: a group becomes a supergroup with another id, and its members stay. */
export async function upgradeTeam(room: Room, input: unknown): Promise<unknown> {
  const team = await requireTeam(room, z.object({ team: chatIdField }).parse(input).team)
  if (team.kind !== 'group') throw new ControlError(409, 'only a group becomes a supergroup')
  const id = await addTeam(room, { title: team.first_name, type: 'supergroup', creator: team.creator_id })
  await room.sql.write(
    `insert into local_bot_api.chat (bot_id, person_id, started)
     select bot_id, $2, started from local_bot_api.chat where person_id = $1`,
    [team.id, id],
  )
  await room.sql.write('update local_bot_api.person set moved_to = $2 where id = $1', [team.id, id])
  return { id }
}

async function requireTeam(room: Room, id: number): Promise<Person> {
  const team = await findPerson(room, id)
  if (team === undefined || team.kind === 'private') throw new ControlError(404, `no group or channel has the id ${id}`)
  return team
}
