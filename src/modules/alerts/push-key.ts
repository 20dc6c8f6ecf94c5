import { defineEntity, p } from '@mikro-orm/core'
import { installationFilter } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'

const PushKeySchema = defineEntity({
  name: 'PushKey',
  tableName: 'push_key',
  comment: 'The key pair with which push services recognise this installation (RFC 8292): one row.',
  filters: installationFilter,
  properties: {
    id: p.smallint().primary().autoincrement(false).check('id = 1'),
    publicKey: p.text(),
    sealedPrivateKey: p.text().comment('Sealed with a key of the installation.'),
    createdAt: p.datetime(),
  },
})

export class PushKey extends PushKeySchema.class {}
PushKeySchema.setClass(PushKey)

const context = 'push_key|sealed_private_key|1'

/** The sealed column, which is resealed when the installation's keys are rotated. */
export const pushKeyColumn = { table: 'push_key', property: 'sealedPrivateKey', contextOf: () => context }

/** The condition of the sweep: the key pair does not exist yet. */
export const missingPushKeySql = 'from (select 1 where not exists (select from push_key)) missing'

/** Creates the key pair, once for all processes: browsers subscribe to it, so a new one would lose them all. */
export async function makePushKey(app: Needs<'em' | 'now' | 'seal'>): Promise<void> {
  // The sweep also runs without its condition when a process starts.
  if ((await app.em('shared').count(PushKey)) > 0) return
  const { default: webPush } = await import('web-push')
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const made = { id: 1, publicKey, sealedPrivateKey: app.seal.seal(privateKey, context), createdAt: app.now() }
  await app.em('shared').upsert(PushKey, made, { onConflictFields: ['id'], onConflictAction: 'ignore' })
}

/** Returns the public key; null until the first start has created the pair. */
export async function findPublicKey(app: Needs<'em'>): Promise<string | null> {
  const key = await app.em('shared').findOne(PushKey, 1)
  return key?.publicKey ?? null
}

interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** Returns both keys, creating them if they do not exist. */
export async function openPushKey(app: Needs<'em' | 'now' | 'seal'>): Promise<VapidKeys> {
  const em = app.em('shared')
  let key = await em.findOne(PushKey, 1)
  if (!key) {
    await makePushKey(app)
    key = await app.em('shared').findOneOrFail(PushKey, 1)
  }
  return { publicKey: key.publicKey, privateKey: app.seal.open(key.sealedPrivateKey, context) }
}
