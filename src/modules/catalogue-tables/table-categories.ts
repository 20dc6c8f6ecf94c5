import type { CurrentCatalog, CurrentCategory } from './current-catalog.ts'
import { createFreeKeys } from './free-keys.ts'
import { normalizeWord } from './table-columns.ts'

/** Finds objects by their key, or otherwise by the letters of their name; if several match, the first. */
class Named<One extends { key: string; name: string }> {
  readonly #byKey = new Map<string, One>()
  readonly #byLetters = new Map<string, One>()

  constructor(list: readonly One[] = []) {
    for (const one of list) this.add(one)
  }

  add(one: One): void {
    const letters = pickLetters(one.name)
    if (!this.#byKey.has(one.key)) this.#byKey.set(one.key, one)
    if (!this.#byLetters.has(letters)) this.#byLetters.set(letters, one)
  }

  find(name: string): One | undefined {
    return this.#byKey.get(name) ?? this.#byLetters.get(pickLetters(name))
  }
}

type Child = NonNullable<CurrentCategory['categories']>[number]

interface Branch {
  top: CurrentCategory
  children: Named<Child>
}

/** Returns the categories that a table's rows name, including their parents; new ones get new keys. */
export function createCategories(current: CurrentCatalog): {
  keyOf(written: string): string
  used(): CurrentCategory[]
} {
  const used = new Map<string, CurrentCategory>()
  const tops = new Named(current.categories)
  const branches = new Map(
    current.categories.map(top => [top.key, { top, children: new Named(top.categories) } as Branch]),
  )
  // A row may name only a category of the second level.
  const allChildren = new Named(current.categories.flatMap(({ categories = [] }) => categories))
  const keys = new Set([...branches.keys(), ...current.categories.flatMap(childKeys)])
  const freeKey = createFreeKeys(key => keys.has(key))
  const create = (name: string) => {
    const key = freeKey(name)
    keys.add(key)
    return { key, name }
  }
  const use = ({ key, categories: _, ...values }: CurrentCategory) => {
    const one = used.get(key) ?? { key, ...values, categories: [] }
    used.set(key, one)
    return one
  }
  const topNamed = (name: string): CurrentCategory => {
    const existing = tops.find(name)
    if (existing) return existing
    const top = create(name)
    tops.add(top)
    branches.set(top.key, { top, children: new Named() })
    return top
  }
  return {
    keyOf(written) {
      const [first = '', ...below] = written.split('>').map(part => part.trim())
      const name = below.join('>')
      if (name === '') {
        const lower = tops.find(first) ? undefined : allChildren.find(first)
        return lower ? lower.key : use(topNamed(first)).key
      }
      const { top, children } = branches.get(topNamed(first).key)!
      const existing = children.find(name)
      if (existing) return existing.key
      const child = create(name)
      children.add(child)
      allChildren.add(child)
      use(top).categories!.push(child)
      return child.key
    },
    used: () => [...used.values()],
  }
}

function childKeys({ categories = [] }: CurrentCategory): string[] {
  return categories.map(({ key }) => key)
}

// A table often omits the emoji that a shop puts before a name: `☕ Minuman` is `Minuman`.
function pickLetters(name: string): string {
  const letters = name.normalize('NFC').match(/[\p{L}\p{N}]+/gu)
  return normalizeWord(letters ? letters.join(' ') : name)
}
