import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A request or a signature that the outside world made. `sdk` names the software, `source` the page. */
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
    /** The public key of an entry whose pair is not the common one. */
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

/** The public key of the pair that the SDKs were run with. */
export const sdkPublicKey = (keys!.input as unknown as { publicKey: string }).publicKey

/** Made by the providers' own SDKs. */
export const sdkVectors = made

/** From pages, sample code, and runs of further SDKs with Midtrans' published key pair. */
export const pageVectors = read('pages.json')

/** The vector in a test's title. */
export const titleOf = ({ provider, kind, sdk, note = '', input }: OutsideVector) =>
  `${provider} ${kind} ${input.path} (${sdk ?? 'a page'}) ${note.slice(0, 60)}`

/** Headers by their names in lower case, as a server reads them. */
export const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
