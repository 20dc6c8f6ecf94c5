export interface ErrorParameters {
  /** The time to wait, in seconds. */
  retry_after?: number
  migrate_to_chat_id?: number
}

/** The error that a bot gets instead of a result: `{"ok": false, "error_code", "description", "parameters"?}`. */
export class BotApiError extends Error {
  override name = 'BotApiError'
  readonly code: number
  readonly parameters: ErrorParameters | undefined

  constructor(code: number, description: string, parameters?: ErrorParameters) {
    super(description)
    this.code = code
    this.parameters = parameters
  }
}

/** Returns `Bad Request: <what>`, the error for nearly every mistake of a bot. */
export function badRequest(problem: string): BotApiError {
  return new BotApiError(400, `Bad Request: ${problem}`)
}
