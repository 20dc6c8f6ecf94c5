/** Returns a check in PostgreSQL's own spelling; any other would always look like a change of the schema. */
export function atMostSql(column: string, characters: number): string {
  return `char_length(${column}) <= ${characters}`
}

export function charactersBetweenSql(column: string, min: number, max: number): string {
  return `(char_length(${column}) >= ${min}) and (char_length(${column}) <= ${max})`
}

export function betweenSql(column: string, min: number, max: number): string {
  return `(${column} >= ${min}) and (${column} <= ${max})`
}
