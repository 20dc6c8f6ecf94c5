import { stripTypeScriptTypes } from 'node:module'

// A copy of the shop's src/lib/scripts/strip-types.ts, since this package is published without the shop.

// Node replaces a non-ASCII letter with as many blanks as it has bytes.
const isBlank = (char: string | undefined) => char !== undefined && /\s/.test(char)

/**
 * Returns a script of a page as browsers run it: without its types, and without the blanks that Node leaves in their
 * place. Everything else is unchanged. Throws for syntax that is more than types.
 */
export function stripTypes(source: string): string {
  const stripped = withoutWarning(() => stripTypeScriptTypes(source))
  let script = ''
  for (let start = 0; start < stripped.length; ) {
    let end = start
    while (end < stripped.length && isBlank(stripped[end])) end++
    if (end > start && isDeclaration(source, stripped, start)) script = withoutLastComment(script)
    script += end === start ? stripped[start] : blanksBetween(source, stripped, start, end)
    start = Math.max(end, start + 1)
  }
  return script
}

/** Returns whether a run of blanks begins with a removed type declaration, which had its own lines. */
function isDeclaration(source: string, stripped: string, start: number): boolean {
  return stripped[start] === '\n' && isBlank(stripped[start + 1]) && !isBlank(source[start + 1])
}

/** Removes the comment at the end of a script, which describes the removed declaration. */
function withoutLastComment(script: string): string {
  let end = script.length
  while (end > 0) {
    const lineStart = script.lastIndexOf('\n', end - 1) + 1
    if (!/^ *(?:\/\/|\/?\*)/.test(script.slice(lineStart, end))) break
    end = Math.max(0, lineStart - 1)
  }
  return script.slice(0, end)
}

/** Shortens a run of blanks in which a type was removed. A line that contained only types is removed entirely. */
function blanksBetween(source: string, stripped: string, start: number, end: number): string {
  const run = stripped.slice(start, end)
  if (source.slice(start, end) === run) return run
  const lastLine = run.lastIndexOf('\n')
  if (start === 0) return ''
  if (lastLine !== -1) return (run.startsWith('\n\n') ? '\n' : '') + run.slice(lastLine)
  const isAtEnd = /[)\]},;.]/.test(stripped[end] ?? '')
  return isBlank(source[end - 1]) || (isBlank(source[start]) && !isAtEnd) ? ' ' : ''
}

/** Runs an experimental function of Node without its warning, which would be the first line of every start. */
function withoutWarning<Value>(work: () => Value): Value {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return work()
  } finally {
    process.emitWarning = emitWarning
  }
}
