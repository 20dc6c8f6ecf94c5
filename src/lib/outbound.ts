/** The only way out to an address that somebody else chose. */
export interface Outbound {
  /**
   * One request, no redirects followed. `address` is absolute http(s).
   * Throws OutboundError: `refused` before anything was sent, otherwise what went wrong on the way.
   */
  fetch(address: string, options?: OutboundOptions): Promise<OutboundAnswer>
}

export interface OutboundOptions {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** The whole request, connect included. Default 15,000. */
  timeoutMs?: number
  /** After decompression. Default 65,536. */
  responseBytesMax?: number
  signal?: AbortSignal
}

export interface OutboundAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}
