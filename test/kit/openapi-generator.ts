import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const version = '7.17.0'
const folder = path.join(os.tmpdir(), `warung-openapi-generator-${version}`)
const jar = path.join(folder, `openapi-generator-cli-${version}.jar`)

/** Returns the reason why the generator cannot run here, or null if it can. */
export function findGeneratorProblem(): string | null {
  const missing = ['java', 'mvn'].filter(program => spawnSync(program, ['-version']).status !== 0)
  return missing.length === 0 ? null : `no ${missing.join(' and no ')} here: OpenAPI Generator is left out`
}

/** Downloads OpenAPI Generator from Maven Central unless this machine has it. */
export function fetchGenerator(): void {
  if (fs.existsSync(jar)) return
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy'
  const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${version}`
  execFileSync('mvn', ['-q', '-B', copy, artifact, `-DoutputDirectory=${folder}`], { stdio: 'pipe' })
}

/** Runs OpenAPI Generator and returns its output. Throws if it fails. */
export function runGenerator(...args: string[]): string {
  return execFileSync('java', ['-jar', jar, ...args], { encoding: 'utf8', stdio: 'pipe' })
}
