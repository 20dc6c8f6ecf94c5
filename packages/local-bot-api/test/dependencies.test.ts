import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

type Dependencies = Record<string, string>
interface PackageFile {
  dependencies: Dependencies
  optionalDependencies: Dependencies
  devDependencies: Dependencies
}

const read = (file: string): PackageFile => JSON.parse(fs.readFileSync(path.join(import.meta.dirname, file), 'utf8'))

it('the package needs only what `npm ci` at the root installs, in the same versions', () => {
  const own = read('../package.json')
  const root = read('../../../package.json')
  const installed = { ...root.dependencies, ...root.optionalDependencies, ...root.devDependencies }
  expect(installed).toMatchObject({ ...own.dependencies, ...own.optionalDependencies, ...own.devDependencies })
})
