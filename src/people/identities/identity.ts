import { defineEntity, p } from '@mikro-orm/core'
import { installationFilter } from '../../database/scope.ts'
import { User } from '../user.ts'

const IdentitySchema = defineEntity({
  name: 'Identity',
  tableName: 'identity',
  comment: "A user's identity at a provider, with the issuer's own id of the person.",
  filters: installationFilter,
  indexes: [{ name: 'identity_of_user', properties: ['user'] }],
  properties: {
    issuer: p.text().comment("The provider's address, as its tokens name it (iss).").primary(),
    subject: p.text().comment("The provider's own id of the person (sub).").primary(),
    user: () => p.manyToOne(User).lazyRef(),
    email: p.text().comment('The e-mail address last reported by the provider.').strictNullable(),
    createdAt: p.datetime(),
    usedAt: p.datetime(),
  },
})

/**
 * A user's identity at an identity provider: the issuer's own id of a person, which an e-mail address cannot replace.
 */
export class Identity extends IdentitySchema.class {}
IdentitySchema.setClass(Identity)
