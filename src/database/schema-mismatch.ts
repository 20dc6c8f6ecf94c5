/** The database and this version are incompatible; the message says what can be done, and nothing was changed. */
export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch'
}
