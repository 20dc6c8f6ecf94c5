import { registerHooks } from 'node:module'

/*
 * vitest imports test files and setup files under URLs that contain the time. Node's compile cache would never find
 * them again, and would keep another copy of each for every run. A worker loads a test file once, so it needs no
 * distinction; setup files are numbered.
 */
const loaded = /^(file:.*\.ts)%3Fvitest=\d+$/
let loads = 0

registerHooks({
  resolve(specifier, context, next) {
    const [, file] = loaded.exec(specifier) ?? []
    if (!file) return next(specifier, context)
    const url = file.endsWith('.test.ts') ? file : `${file}?load=${++loads}`
    return { url, format: 'module-typescript', shortCircuit: true }
  },
})
