/** Keeps the access token of one connection, sealed, for all processes. */
export interface TokenCache {
  /** The kept token, else what `make` returns; in one process it is made once at a time. */
  get(make: () => Promise<AccessToken>): Promise<string>
  /** Forgets the token if it is still this one: the provider does not accept it any more. */
  drop(token: string): Promise<void>
}

export interface AccessToken {
  text: string
  /** Seconds after which a new token is needed. */
  livesS: number
}
