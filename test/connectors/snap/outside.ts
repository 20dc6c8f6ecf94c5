import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A request or a signature from external software or documentation. `sdk` names the software, `source` the page. */
export interface OutsideVector {
  provider: string
  kind: string
  sdk: string | null
  source?: string
  note?: string
  input: {
    method: string
    path: string
    timestamp: string
    token?: string | null
    clientId: string
    clientSecret: string
    partnerId?: string
    /** The public key of an entry that does not use the common key pair. */
    publicKey?: string
    body: string | null
    headers: Record<string, string>
  }
  expected: {
    headers: Record<string, string>
    'X-SIGNATURE': string
    Signature: string
    verified: boolean
    publicKeyVerifies: boolean | { overBody: boolean; overMinified: boolean }
    otherSdk?: Record<string, boolean>
    refusedByTheSdk?: string
    validator?: { instanceOf: boolean }
  }
}

const read = (name: string): OutsideVector[] =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'outside', name), 'utf8'))

const [keys, ...made] = read('sdks.json')

/** The public key of the pair with which the SDKs ran. */
export const sdkPublicKey = (keys!.input as unknown as { publicKey: string }).publicKey

/** The vectors created by the providers' own SDKs. */
export const sdkVectors = made

/** The vectors from pages, sample code, and runs of further SDKs with Midtrans' published key pair. */
export const pageVectors = read('pages.json')

/** Returns the name of the vector for a test's title. */
export const titleOf = ({ provider, kind, sdk, note = '', input }: OutsideVector) =>
  `${provider} ${kind} ${input.path} (${sdk ?? 'a page'}) ${note.slice(0, 60)}`

/** Converts header names to lower case, as a server reads them. */
export const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
