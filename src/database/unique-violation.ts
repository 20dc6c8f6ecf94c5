/**
 * Returns whether a statement failed because such a row already exists; errors of the ORM and of `pg` have the same
 * code.
 */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: string }).code === '23505'
}
