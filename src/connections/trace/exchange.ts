/** A request and its answer, as people see them. */
export interface Exchange {
  /** `out`: the shop sent a request to the provider. `in`: the provider sent one to the shop. */
  direction: 'out' | 'in'
  method: string
  /** The path and query, preceded by the host if the shop sent the request. */
  address: string
  headers: Record<string, string>
  /** The texts that the signature may cover; empty if nothing is signed. */
  stringsToSign: string[]
  body: string
  answer: { status: number; body: string } | null
  /** Why no answer arrived. */
  problem: string | null
  durationMs: number | null
}
