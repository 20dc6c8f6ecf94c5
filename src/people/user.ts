import { defineEntity, p } from '@mikro-orm/core'
import { atMostSql, charactersBetweenSql } from '../database/checks.ts'
import { identity } from '../database/identity.ts'
import { installationFilter } from '../database/scope.ts'
import { refuseField } from '../lib/refusal.ts'

/** The second step of a sign-in: none, a code through the bot, an authenticator app or a passkey. */
export const secondSteps = ['none', 'bot', 'totp', 'passkey'] as const
export type SecondStep = (typeof secondSteps)[number]

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'app_user',
  comment: 'A person who signs in. Their memberships determine their permissions for accounts.',
  filters: installationFilter,
  // An unverified address blocks no other user: only verified addresses are unique.
  uniques: [{ name: 'app_user_email_verified', properties: ['email'], where: 'email_verified_at is not null' }],
  checks: [{ name: 'app_user_verifies_an_email', expression: 'email_verified_at is null or email is not null' }],
  properties: {
    id: identity(),
    username: p.text().unique().check("username ~ '^[a-z0-9][a-z0-9_.-]{2,38}$'"),
    displayName: p.text().check(charactersBetweenSql('display_name', 1, 100)),
    email: p
      .text()
      .comment('The address that the user entered, or that an identity provider reported.')
      .strictNullable()
      .check(atMostSql('email', 254)),
    emailVerifiedAt: p
      .datetime()
      .comment('When a provider or the operator verified it; null: a claim that identifies no user.')
      .strictNullable(),
    phone: p
      .text()
      .comment('Requested from users of an external provider (specification 5.5).')
      .strictNullable()
      .check(atMostSql('phone', 32)),
    passwordHash: p.text().comment('Null for a user who only signs in through an external provider.').strictNullable(),
    handle: p
      .uuid()
      .comment('The id of the user for authenticators: it reveals nothing about them, and never changes.')
      .defaultRaw('gen_random_uuid()'),
    isOperator: p
      .boolean()
      .comment('Whether the user is an operator, who signs in on a separate page and belongs to no account.')
      .default(false),
    isActive: p.boolean().default(true),
    language: p.enum(['id', 'en']).default('id'),
    chatId: p.bigint('number').comment('The private chat with the platform bot that receives codes.').strictNullable(),
    secondStep: p.enum(secondSteps).comment('The second step after the password.').default('none'),
    sealedTotp: p
      .text()
      .comment('The secret of the authenticator app, sealed with a key of the installation.')
      .strictNullable(),
    totpStep: p
      .bigint('number')
      .comment('The newest used step of the authenticator: an older one is a replay.')
      .default(0),
    createdAt: p.datetime(),
  },
})

export class User extends UserSchema.class {}
UserSchema.setClass(User)

/** Returns a typed name as it is stored and looked up. */
export function normalizeUsername(input: string): string {
  return input.normalize('NFKC').toLowerCase()
}

/**
 * Returns an e-mail address as it is stored and looked up: with A to Z in lower case. Null unless it is printable ASCII
 * with an at sign inside: lower-casing other letters can produce another person's address (the Kelvin sign becomes a
 * k).
 */
export function normalizeEmail(input: string): string | null {
  if (input.length > 254 || !/^[\x21-\x3f\x41-\x7e]+@[\x21-\x7e]+$/.test(input)) return null
  return input.replace(/[A-Z]/g, letter => letter.toLowerCase())
}

/** Returns the address typed into a form: null for an empty field. Refuses `invalid_request`. */
export function readEmail(input: string): string | null {
  const trimmed = input.trim()
  if (trimmed === '') return null
  const email = normalizeEmail(trimmed)
  if (email === null)
    throw refuseField('email', 'is an address in plain letters, such as sari@example.id', 'not_an_email')
  return email
}

/** Returns whether the database refused an address because another user has verified the same one. */
export function isEmailTaken(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === 'app_user_email_verified'
}
