/** The database and this version do not go together; the message says what can be done, and nothing was changed. */
export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch'
}
