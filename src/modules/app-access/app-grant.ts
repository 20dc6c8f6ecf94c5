import { defineEntity, p } from '@mikro-orm/core'
import { owner, ownerId } from '../../accounts/account.ts'
import { atMostSql } from '../../database/checks.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import type { KeyScope } from '../../keys/api-key.ts'

const AppGrantSchema = defineEntity({
  name: 'AppGrant',
  tableName: 'app_grant',
  comment: "A merchant's permission for an app to get a key: its one-time code, until it is used or expires.",
  filters: accountAndModeFilter,
  indexes: [{ name: 'app_grant_old', properties: ['expiresAt'] }],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    account: owner,
    accountId: ownerId(),
    mode: p.enum(modes),
    codeHash: p.blob().comment('SHA-256 of the code.').$type<Buffer>().unique(),
    appName: p.text().check(atMostSql('app_name', 60)),
    scopes: p.array<KeyScope>(),
    returnUrl: p.text().check(atMostSql('return_url', 2048)),
    challenge: p.text().comment('The PKCE challenge, S256.').check(atMostSql('challenge', 43)),
    actor: p.text().comment('Who allowed it.').check(atMostSql('actor', 100)),
    actorName: p.text().strictNullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().comment('When the code was used; it works once.').strictNullable(),
  },
})

/** A merchant's permission for an app to get a key. */
export class AppGrant extends AppGrantSchema.class {
  declare scopes: KeyScope[]
}
AppGrantSchema.setClass(AppGrant)

export const appGrantEntities = [AppGrant] as const

/** The table that is not exported when an account moves. */
export const appGrantExcludedTables: Record<string, string> = {
  app_grant: 'codes that live for minutes, for keys of the other installation',
}
