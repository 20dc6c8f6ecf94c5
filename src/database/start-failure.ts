const sqlState = /^[0-9A-Z]{5}$/

/**
 * Returns a sentence about a failure to open or prepare the database, for the person who starts the process. Null if
 * the error does not come from the database.
 */
export function explainStartFailure(error: unknown): string | null {
  const cause = findDatabaseError(error)
  if (cause === null) return null
  const { code, words } = cause
  if (code === '42501' && /create database/.test(words)) {
    return (
      'The database that DATABASE_URL names does not exist, and its user may not create it. ' +
      'Create it first: createdb -O USER NAME'
    )
  }
  if (code === '42501' && /for schema/.test(words)) {
    return (
      `The user of DATABASE_URL may not create tables: ${words}. ` +
      'Make it the owner of the database, or grant it: grant create on schema public to USER'
    )
  }
  return `The database refused the start: ${words} (${code}). Nothing else was changed.`
}

interface DatabaseError {
  code: string
  words: string
}

function findDatabaseError(error: unknown, depth = 0): DatabaseError | null {
  if (!(error instanceof Error) || depth > 5) return null
  const { code, cause } = error as Error & { code?: unknown }
  const inner = findDatabaseError(cause, depth + 1)
  if (inner) return inner
  return typeof code === 'string' && sqlState.test(code) ? { code, words: readReason(error.message) } : null
}

// The ORM puts the statement before the server's message.
function readReason(sentence: string): string {
  const [line = ''] = sentence.split('\n')
  return line.split(' - ').at(-1)!.replace(/\.$/, '')
}

/** Returns what a person can do about an address that cannot be reached, or an empty text. */
export function explainAddress(code: unknown): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return '. If the password has a character such as @, / or #, write it percent-encoded: %40, %2F, %23'
  }
  return untrusted.has(String(code))
    ? '. Name the authority of its certificate: ?sslmode=verify-full&sslrootcert=/path/ca.pem, or NODE_EXTRA_CA_CERTS'
    : ''
}

const untrusted = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])
