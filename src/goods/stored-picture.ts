import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import { identity } from '../database/identity.ts'
import { accountFilter } from '../database/scope.ts'

const pictureKinds = ['from_customer', 'from_merchant', 'broadcast', 'logo', 'menu_cover', 'refund_proof'] as const
export type PictureKind = (typeof pictureKinds)[number]

const StoredPictureSchema = defineEntity({
  name: 'StoredPicture',
  tableName: 'stored_picture',
  comment: 'A picture of an account that belongs to no product: of a talk, of a broadcast, or its logo.',
  filters: accountFilter,
  indexes: [
    { name: 'stored_picture_of_account', properties: ['account', 'customerId'] },
    { name: 'stored_picture_old', properties: ['createdAt'] },
  ],
  properties: {
    id: identity(),
    account: owner,
    kind: p.enum(pictureKinds).comment('The sender, or the kind of picture.'),
    customerId: p.bigint('number').comment('The customer of the talk; null for others.').strictNullable(),
    storageKey: p.text().comment('The name under which its bytes are stored.').unique(),
    fileSize: p.bigint('number').comment('The size in bytes.').check('file_size > 0'),
    createdAt: p.datetime(),
  },
})

/** A stored picture of an account that is not a product's. */
export class StoredPicture extends StoredPictureSchema.class {
  declare kind: PictureKind
}
StoredPictureSchema.setClass(StoredPicture)
