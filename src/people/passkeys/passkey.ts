import { defineEntity, p } from '@mikro-orm/core'
import { atMostSql, charactersBetweenSql } from '../../database/checks.ts'
import { installationFilter } from '../../database/scope.ts'
import { User } from '../user.ts'

/** The maximum length of an id, 1,023 bytes (Web Authentication, 7.1) in base64url. */
export const passkeyIdMax = 1364

const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  comment: "A key in a person's device that replaces the password at sign-in.",
  filters: installationFilter,
  indexes: [{ name: 'passkey_of_user', properties: ['user'] }],
  properties: {
    id: p.text().comment("The authenticator's own id, in base64url.").primary().check(atMostSql('id', passkeyIdMax)),
    user: () => p.manyToOne(User).lazyRef(),
    publicKey: p.blob().comment('The public key that verifies its signatures (COSE).').$type<Buffer>(),
    counter: p.bigint('number').comment("The authenticator's own usage counter; 0 for those that do not count."),
    transports: p.json<string[]>().comment('How a browser can reach the device.'),
    label: p.text().check(charactersBetweenSql('label', 1, 100)),
    createdAt: p.datetime(),
    usedAt: p.datetime().strictNullable(),
  },
})

export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey)
