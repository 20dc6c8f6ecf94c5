import { defineEntity, p } from '@mikro-orm/core'
import { installationFilter } from '../../database/scope.ts'
import { User } from '../user.ts'

const IdentitySchema = defineEntity({
  name: 'Identity',
  tableName: 'identity',
  comment: "Who a user is at an identity provider: the issuer's own name for a person.",
  filters: installationFilter,
  indexes: [{ name: 'identity_of_user', properties: ['user'] }],
  properties: {
    issuer: p.text().comment("The provider's address, as its tokens name it (iss).").primary(),
    subject: p.text().comment("The provider's own name for the person (sub).").primary(),
    user: () => p.manyToOne(User).lazyRef(),
    email: p.text().comment('As the provider last said it.').strictNullable(),
    createdAt: p.datetime(),
    usedAt: p.datetime(),
  },
})

/**
 * A user's identity at an identity provider: the issuer's own id of a person, which an e-mail address cannot replace.
 */
export class Identity extends IdentitySchema.class {}
IdentitySchema.setClass(Identity)
