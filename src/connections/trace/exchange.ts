/** A request and its answer, as a person sees them. */
export interface Exchange {
  /** `out`: the shop asked its provider. `in`: the provider sent something to the shop. */
  direction: 'out' | 'in'
  method: string
  /** The path and query; of a request that the shop sent with its host in front. */
  address: string
  headers: Record<string, string>
  /** The texts that the signature may cover; none if nothing is signed. */
  stringsToSign: string[]
  body: string
  answer: { status: number; body: string } | null
  /** Why no answer arrived. */
  problem: string | null
  durationMs: number | null
}
