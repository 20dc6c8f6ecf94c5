import { createRequire } from 'node:module'
import type sharpFunction from 'sharp'
import type { Sharp, SharpOptions } from 'sharp'

let loaded: typeof sharpFunction | undefined

/** Loads sharp with the first picture, because its libraries take 20 MB and part of each start. */
export function loadSharp(): typeof sharpFunction {
  if (loaded) return loaded
  loaded = createRequire(import.meta.url)('sharp') as typeof sharpFunction
  // The cache would hold decoded pixels for the whole process, but no picture is drawn twice. More than one thread per
  // picture would only compete with other work. Disabling both saves 100 MB in a process that has drawn a few pictures.
  loaded.cache(false)
  loaded.concurrency(1)
  return loaded
}

/** Opens a picture, as sharp's own function does. */
export function sharp(...input: [options: SharpOptions] | Parameters<typeof sharpFunction>): Sharp {
  return (loadSharp() as (...input: unknown[]) => Sharp)(...input)
}
