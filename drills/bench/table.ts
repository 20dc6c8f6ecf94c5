/** Prints a line of a table: a name, and figures aligned in columns. */
export function printLine(name: string, figures: readonly string[], nameWidth = 40): void {
  process.stdout.write(`${name.padEnd(nameWidth)}${figures.map(figure => figure.padStart(13)).join('')}\n`)
}

export function printTitle(title: string): void {
  process.stdout.write(`\n${title}\n`)
}
