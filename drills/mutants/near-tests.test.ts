import fs from 'node:fs'
import { expect, test } from 'vitest'
import { beside } from './near-tests.ts'

test.each(Object.entries(beside))('the folders whose tests check %s exist', (_room, folders) => {
  for (const folder of folders) expect(fs.globSync(`test/${folder}/**/*.test.ts`), folder).not.toEqual([])
})
