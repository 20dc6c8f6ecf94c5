interface ModuleName {
  name: string
  needs?: readonly string[]
}

/**
 * Returns the modules with which a test in a module's folder runs. A test names further modules in a line such as
 * `// Also uses: coupons, customers`, or `all`. Needed modules are included. Throws for an unknown module.
 */
export function listTestedModules(modules: readonly ModuleName[], name: string, test: string): string[] {
  const [, used] = /^\/\/ Also uses: (.+)$/m.exec(test) ?? []
  const others = used === 'all' ? modules.map(module => module.name) : (used?.split(', ') ?? [])
  const all = new Set([name, ...others])
  for (const one of all) {
    const found = modules.find(module => module.name === one)
    if (!found) throw new Error(`a test of ${name} also uses ${one}, an unknown module`)
    for (const needed of found.needs ?? []) all.add(needed)
  }
  return [...all]
}
