/** A command as the help text shows it. */
interface Described {
  usage: string
  options?: object
}

type Listing = Readonly<Record<string, Described>>

/**
 * Returns the usage of the commands that start with these words: one command, a group such as `key`, or all commands.
 * Null if none matches.
 */
export function findUsage(commands: Listing, words: string[]): string[] | null {
  const [first, second] = words
  const names = Object.keys(commands)
  const two = `${first} ${second}`
  const found =
    first === undefined ? names : two in commands ? [two] : names.filter(name => name.split(' ')[0] === first)
  if (found.length === 0) return null
  return ['Usage:', ...found.map(name => `  npm run warung -- ${commands[name]!.usage}`)]
}

/** Returns a script for bash and zsh that completes commands and their options: `source <(warung completion)`. */
export function renderCompletionScript(commands: Listing): string[] {
  const names = Object.keys(commands)
  const firsts = [...new Set(names.map(name => name.split(' ')[0]!))]
  const cases = firsts.map(first => {
    const seconds = names.flatMap(name => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []))
    return `    ${first}) words="${seconds.join(' ')}" ;;`
  })
  const optionsOf = (isOfTwoWords: boolean) =>
    names
      .filter(name => name.includes(' ') === isOfTwoWords)
      .map(name => {
        const flags = Object.keys(commands[name]!.options ?? {}).map(option => `--${option}`)
        return `    "${name}") words="$words ${['--help', ...flags].join(' ')}" ;;`
      })
  return [
    'if [ -n "$ZSH_VERSION" ]; then',
    '  autoload -Uz compinit bashcompinit',
    '  type compdef >/dev/null 2>&1 || compinit -i',
    '  bashcompinit',
    'fi',
    '_warung() {',
    `  local current="\${COMP_WORDS[COMP_CWORD]}" first="\${COMP_WORDS[1]}" second="\${COMP_WORDS[2]}" words=""`,
    `  if [ "$COMP_CWORD" = 1 ]; then words="${firsts.join(' ')} help completion"; fi`,
    '  if [ "$COMP_CWORD" = 2 ]; then case "$first" in',
    ...cases,
    '  esac; fi',
    '  if [ "$COMP_CWORD" -gt 1 ]; then case "$first" in',
    ...optionsOf(false),
    '  esac; case "$first $second" in',
    ...optionsOf(true),
    '  esac; fi',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    'complete -F _warung warung',
  ]
}
