/** Stores the access token of one connection, sealed, for all processes. */
export interface TokenCache {
  /** Returns the stored token, or the result of `make`; one process requests it only once at a time. */
  get(make: () => Promise<AccessToken>): Promise<string>
  /** Deletes the token if it is still the stored one, because the provider no longer accepts it. */
  drop(token: string): Promise<void>
}

export interface AccessToken {
  text: string
  /** The lifetime of the token in seconds. */
  livesS: number
}
