import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { charactersBetweenSql } from '../../database/checks.ts'
import { identity } from '../../database/identity.ts'
import { accountFilter } from '../../database/scope.ts'
import { roles } from '../../people/membership.ts'
import { User } from '../../people/user.ts'

const InvitationSchema = defineEntity({
  name: 'Invitation',
  tableName: 'invitation',
  comment: 'A link by which one person joins the team of an account.',
  filters: accountFilter,
  properties: {
    id: identity(),
    account: owner,
    tokenHash: p.blob().comment('The SHA-256 hash of its token.').$type<Buffer>().unique(),
    name: p
      .text()
      .comment("The invited person's name, entered by the owner.")
      .check(charactersBetweenSql('name', 1, 100)),
    role: p.enum(roles).comment('The role that the invited person gets.'),
    invitedBy: () => p.manyToOne(User).lazyRef().filters({ caller: false }),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().strictNullable(),
  },
})

export class Invitation extends InvitationSchema.class {}
InvitationSchema.setClass(Invitation)
