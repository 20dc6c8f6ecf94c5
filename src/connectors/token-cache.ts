/** Stores the access token of one connection, sealed, for all processes. */
export interface TokenCache {
  /** Returns the stored token, or the result of `make`; in one process it is made once at a time. */
  get(make: () => Promise<AccessToken>): Promise<string>
  /** Deletes the token if it is still the stored one, because the provider no longer accepts it. */
  drop(token: string): Promise<void>
}

export interface AccessToken {
  text: string
  /** Seconds after which a new token is needed. */
  livesS: number
}
