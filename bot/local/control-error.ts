/** A request that cannot be done, for a person's or a driver's eyes. */
export class ControlError extends Error {
  override name = 'ControlError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
