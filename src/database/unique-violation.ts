/**
 * Whether a statement failed because a row like this is there already; errors of the ORM and of `pg` have the same
 * code.
 */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: string }).code === '23505'
}
