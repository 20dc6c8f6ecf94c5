/**
 * The mistakes of a field: a closed set, each with its numbers. The English message beside it is for the API; pages and
 * chats have their own message for each code (refusal-texts.ts), in the reader's language.
 */
export type FieldProblem =
  | { code: PlainFieldCode }
  | { code: 'too_long'; max: number }
  | { code: 'wrong_length'; min: number; max: number }
  | { code: 'too_many'; max: number }
  | { code: 'too_large'; bytesMax: number }
  | { code: 'out_of_range'; min?: number; max?: number }
  | { code: 'not_one_of'; values: readonly string[] }
  /** The account's own conflicting connection, and the account whose money it reads. */
  | { code: 'connected_here'; label: string; account: string }
  /** A key that was recognised as a different one, and the other product that it belongs to, if that is known. */
  | { code: 'wrong_key'; kind: WrongKeyKind; product?: string }
  /** A message of the provider, in the language of its answer, and the next step after it. */
  | { code: 'refused_by_provider'; sentence: string; advice?: ProviderAdvice }

/** The next step after a provider's refusal, with the name of the place or permission on its own pages. */
export interface ProviderAdvice {
  kind:
    | 'rejected_key'
    | 'rejected_private_key'
    | 'unusable_answer'
    | 'qris_inactive'
    | 'missing_permission'
    | 'fee_on_payer'
    | 'unregistered_ip'
    | 'unregistered_domain'
  name?: string
}

/** An error with the next step after it, if it is known. */
export interface Advised {
  advice?: ProviderAdvice | undefined
}

type WrongKeyKind =
  | 'client_key'
  | 'public_key'
  | 'account_number'
  | 'api_key'
  | 'sandbox_key'
  | 'live_key'
  | 'other_product'

/** The codes without numbers. */
type PlainFieldCode =
  | 'missing'
  | 'empty'
  | 'taken'
  | 'unknown_name'
  | 'not_found'
  | 'malformed'
  | 'too_complex'
  | 'not_json'
  | 'not_a_phone'
  | 'not_an_email'
  | 'not_mailed'
  | 'not_https'
  | 'not_a_host'
  | 'not_a_private_key'
  | 'not_a_public_key'
  | 'not_whole'
  | 'not_a_day'
  | 'not_a_moment'
  | 'in_the_past'
  | 'end_before_start'
  | 'wrong'
  | 'unreadable'
  | 'repeated'
  | 'conflicting'
  | 'not_allowed'
  | 'no_bridge'
  | 'connected_already'
  | 'another_in_place'

export type FieldCode<Kind extends 'any' | 'plain' = 'any'> = Kind extends 'plain'
  ? PlainFieldCode
  : FieldProblem['code']

export type FieldError = FieldProblem & {
  /** The dotted path in the input, such as `amount` or `items.0.quantity`. */
  path: string
  /** The message for the API, in English. */
  error: string
  /** The position in a file, if the input is one. */
  place?: { line: number; name: string; column?: string }
}

/** The parts of a zod issue that are used here. */
export interface Issue {
  readonly code?: string
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly expected?: unknown
  readonly origin?: unknown
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly values?: unknown
  readonly params?: { readonly problem?: FieldProblem } | Record<string, unknown> | undefined
}

/**
 * Returns a rule for a schema that no kind of issue represents: `refine(isKey, rule('is a key', { code:
 * 'not_a_private_key' }))`.
 */
export function makeRule(error: string, problem: FieldProblem): { error: string; params: { problem: FieldProblem } } {
  return { error, params: { problem } }
}

const issuesMax = 100
const sentenceMax = 500

/**
 * Returns the first 100 issues of an input, grouped by field. Their messages may quote the input, so they are
 * shortened.
 */
export function listFieldErrors(issues: readonly Issue[], input: unknown): FieldError[] {
  return issues.slice(0, issuesMax).map(issue => ({
    path: issue.path.join('.').slice(0, sentenceMax),
    error: issue.message.slice(0, sentenceMax),
    ...describeProblem(issue, valueAt(input, issue.path)),
  }))
}

/** Returns the description of an issue with its value. */
export function describeProblem(issue: Issue, value: unknown): FieldProblem {
  switch (issue.code) {
    case 'invalid_type':
      if (value === undefined || value === null) return { code: 'missing' }
      return { code: issue.expected === 'int' ? 'not_whole' : 'malformed' }
    case 'too_big':
      return describeBound(issue.origin, { max: Number(issue.maximum) })
    case 'too_small':
      return value === '' ? { code: 'missing' } : describeBound(issue.origin, { min: Number(issue.minimum) })
    case 'invalid_value':
      if (value === undefined) return { code: 'missing' }
      return { code: 'not_one_of', values: (issue.values as readonly unknown[]).map(String) }
    case 'not_multiple_of':
      return { code: 'not_whole' }
    case 'unrecognized_keys':
      return { code: 'unknown_name' }
    case 'custom':
      return (issue.params?.problem as FieldProblem | undefined) ?? { code: 'malformed' }
    default:
      return { code: value === undefined || value === '' ? 'missing' : 'malformed' }
  }
}

function describeBound(origin: unknown, { min, max }: { min?: number; max?: number }): FieldProblem {
  if (origin === 'number' || origin === 'int' || origin === 'bigint') {
    return { code: 'out_of_range', ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
  }
  if (max === undefined) return { code: min === 1 ? 'missing' : 'malformed' }
  return origin === 'string' ? { code: 'too_long', max } : { code: 'too_many', max }
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<PropertyKey, unknown>)[part]
  }
  return value
}
