import packageJson from '../../package.json' with { type: 'json' }

/** The version of Warung, from `package.json`. */
export const version: string = packageJson.version

/** Returns whether one version is older than the other by their three numbers; suffixes are ignored. */
export function isOlder(one: string, other: string): boolean {
  const [a, b] = [one, other].map(text => text.split(/[.-]/).slice(0, 3).map(Number)) as [number[], number[]]
  const differing = a.findIndex((part, at) => part !== b[at])
  return differing !== -1 && a[differing]! < b[differing]!
}
