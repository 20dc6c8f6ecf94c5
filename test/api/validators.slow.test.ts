import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchGenerator, findGeneratorProblem, runGenerator } from '../kit/openapi-generator.ts'

// Three validators that people run on a document before they generate a client from it. Each finds errors that the
// others miss: only OpenAPI Generator refuses a type that is listed twice, and only Spectral compares examples.

const documents = ['openapi.json', 'openapi.simple.json', 'openapi.client.json']
const root = path.join(import.meta.dirname, '..', '..', 'docs')
const lacks = findGeneratorProblem()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-validators-'))

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

describe.skipIf(lacks)(`OpenAPI Generator${lacks ? ` (${lacks})` : ''}`, () => {
  beforeAll(fetchGenerator, 300_000)

  test.each(documents)('%s is valid for OpenAPI Generator', { timeout: 120_000 }, document => {
    expect(runGenerator('validate', '-i', path.join(root, document))).not.toContain('Errors')
  })
})

describe('Spectral and Redocly', () => {
  const run = (program: string, args: string[]) =>
    execFileSync(path.join(folder, 'node_modules', '.bin', program), args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}` },
    })

  beforeAll(() => {
    fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
    fs.writeFileSync(path.join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
    const packages = ['@stoplight/spectral-cli@6.16.3', '@redocly/cli@2.77.0']
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
      cwd: folder,
      stdio: 'pipe',
    })
  }, 300_000)

  test('Spectral and Redocly find no error in any document', { timeout: 120_000 }, () => {
    const files = documents.map(document => path.join(root, document))
    expect(run('spectral', ['lint', '--fail-severity', 'error', '--display-only-failures', ...files])).toContain(
      'No results',
    )
    run('redocly', ['lint', '--extends', 'spec', '--format', 'summary', ...files])
  })
})
