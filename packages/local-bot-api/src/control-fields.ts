import { z } from 'zod'
import { type Bot, findBot } from './bots.ts'
import { ControlError } from './control-error.ts'
import { findMessage, type StoredMessage } from './messages.ts'
import { findPerson, type Person } from './people.ts'
import type { Room } from './room.ts'

export const textField = (charactersMax: number) => z.string().trim().min(1).max(charactersMax)
export const usernameField = z
  .string()
  .trim()
  .transform(name => name.replace(/^@/, ''))
export const personIdField = z.coerce.number().int().positive()
/** The id of a person, a group or a channel. */
export const chatIdField = z.coerce.number().int()

export async function requireBot(room: Room, name: string): Promise<Bot> {
  const bot = await findBot(room, name)
  if (bot === undefined) throw new ControlError(404, `no bot has the user name ${name}`)
  return bot
}

export async function requirePerson(room: Room, id: number): Promise<Person> {
  const person = await findPerson(room, id)
  if (person === undefined) throw new ControlError(404, `no person has the id ${id}`)
  return person
}

export async function requireMessage(room: Room, bot: Bot, person: Person, id: number): Promise<StoredMessage> {
  const message = await findMessage(room, bot, person.id, id)
  if (message === undefined) throw new ControlError(404, `the chat has no message ${id}`)
  return message
}
