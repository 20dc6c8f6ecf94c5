import fs from 'node:fs'
import { expect, test } from 'vitest'
import { equivalents } from './equivalents.ts'
import { describeMutant } from './mutant.ts'
import { mutateTypescript } from './mutate-typescript.ts'

test.each(equivalents)('$file: $was, which no test can detect, is still a mutant', ({ file, was, is }) => {
  const source = fs.readFileSync(file, 'utf8')
  const told = mutateTypescript(file, source).map(change => describeMutant(source, { file, ...change }))
  expect(told.filter(each => each.was === was && each.is === is)).not.toEqual([])
})
