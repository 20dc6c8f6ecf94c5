/** The database and this version are incompatible. The message says what to do; nothing was changed. */
export class SchemaMismatchError extends Error {
  override name = 'SchemaMismatchError'
}
