import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The places that contain the version, in addition to package.json; a test compares them. */
const places: [file: string, pattern: RegExp][] = [
  ['package.json', /^( {2}"version": ")[^"]+(")/m],
  ['package-lock.json', /^( {2}"version": ")[^"]+(")/m],
  ['package-lock.json', /^( {6}"name": "warung",\n {6}"version": ")[^"]+(")/m],
  ['docker-compose.yml', /^( {2}image: warung:)\S+()$/m],
  ['Dockerfile', /^(LABEL org\.opencontainers\.image\.version=")[^"]+(")/m],
]

/** Returns every version written in a checkout, with its file. */
export function writtenVersions(root: string): [file: string, version: string][] {
  return places.map(([file, pattern]) => {
    const [all, before, after] = pattern.exec(readFileSync(path.join(root, file), 'utf8')) ?? missing(file)
    return [file, all.slice(before!.length, all.length - after!.length)]
  })
}

export function writeVersion(root: string, version: string): void {
  for (const [file, pattern] of places) {
    const text = readFileSync(path.join(root, file), 'utf8')
    writeFileSync(path.join(root, file), text.replace(pattern, `$1${version}$2`))
  }
}

/** Turns the pending changes into the section of a version. Throws if nothing is pending. */
export function writeSection(root: string, version: string, day: string): void {
  const file = path.join(root, 'CHANGELOG.md')
  const text = readFileSync(file, 'utf8')
  if (!sectionOf(text, 'Pending')) throw new Error('CHANGELOG.md has nothing under "## Pending"')
  writeFileSync(file, text.replace(/^## Pending$/m, `## Pending\n\n## ${version} (${day})`))
}

/** Returns the section of CHANGELOG.md for a version; undefined if it is missing. */
export function sectionOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find(each => /^\S+/.exec(each)?.[0] === version)
  return section?.slice(section.indexOf('\n')).trim() || undefined
}

function missing(file: string): never {
  throw new Error(`${file} names no version where it should`)
}
