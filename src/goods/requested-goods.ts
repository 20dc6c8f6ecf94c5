/** The options for listing an account's files, contents or images, newest first. */
export interface GoodsListRequest {
  /** Whether to omit inactive ones. */
  activeOnly: boolean
  /** The maximum number; unset for all. */
  limit?: number
  offset?: number
}
