import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { Sql } from '../../lib/sql.ts'

/** The two key pairs of a SNAP contract in PEM: the merchant's signs requests, the provider's signs notifications. */
export interface SnapKeys {
  merchant_private: string
  merchant_public: string
  provider_private: string
  provider_public: string
}

/** Returns the sandbox's key pairs, created on first use: keys in a repository would look like leaked ones. */
export async function findOrCreateSnapKeys(sql: Sql): Promise<SnapKeys> {
  const find = () => sql.query<SnapKeys>('select * from sandbox.snap_keys')
  const [known] = await find()
  if (known) return known
  const [merchant, provider] = await Promise.all([newPair(), newPair()])
  await sql.write(
    `insert into sandbox.snap_keys (merchant_private, merchant_public, provider_private, provider_public)
     values ($1, $2, $3, $4) on conflict do nothing`,
    [merchant.privateKey, merchant.publicKey, provider.privateKey, provider.publicKey],
  )
  const [made] = await find()
  return made!
}

const generate = promisify(generateKeyPair)

function newPair() {
  return generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}
