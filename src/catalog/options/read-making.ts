/** A group with its options, from the entities or from a row. */
export interface ChoiceGroup {
  key: string
  name: string
  choicesMin: number
  choicesMax: number
  options: Iterable<ChoiceOption>
}

interface ChoiceOption {
  key: string
  name: string
  price: number
  /** Whether the option is available; false while it is sold out. */
  isActive: boolean
}

/** A chosen option, with its name and price at that time. */
export interface Choice {
  group: string
  groupName: string
  option: string
  optionName: string
  /** The surcharge per unit, in whole rupiah. */
  price: number
}

/** The reason why units cannot be made as chosen. */
export type MakingProblem =
  | { is: 'gone'; name: string }
  | { is: 'too_few'; group: string; min: number }
  | { is: 'too_many'; group: string; max: number }

/** The chosen options of units, with their surcharge. */
export interface UnitMaking {
  /** The choices, in the order of the groups and their options. */
  choices: Choice[]
  /** The surcharge of all choices per unit, in whole rupiah. */
  price: number
  problem: MakingProblem | null
}

/** Returns the name of an option within its product, such as `milk:oat`. */
export function makeChoiceKey(group: string, option: string): string {
  return `${group}:${option}`
}

/**
 * Checks choices against the current groups. Every price of options comes from here: in the cart, the chat and the
 * order. An option that is sold out or was removed is a problem and costs nothing.
 */
export function readMaking(groups: Iterable<ChoiceGroup>, chosen: readonly string[]): UnitMaking {
  const wanted = new Set(chosen)
  const choices: Choice[] = []
  let problem: MakingProblem | null = null
  for (const group of groups) {
    const picked = [...group.options].filter(option => wanted.delete(makeChoiceKey(group.key, option.key)))
    const off = picked.find(option => !option.isActive)
    if (off) problem ??= { is: 'gone', name: off.name }
    problem ??= countProblem(group, picked.length)
    for (const option of picked.filter(each => each.isActive)) {
      const { key, name, price } = option
      choices.push({ group: group.key, groupName: group.name, option: key, optionName: name, price })
    }
  }
  const [unknown] = wanted
  if (unknown !== undefined) problem = { is: 'gone', name: unknown.split(':').at(-1)! }
  return { choices, price: choices.reduce((sum, { price }) => sum + price, 0), problem }
}

function countProblem({ name, choicesMin, choicesMax }: ChoiceGroup, count: number): MakingProblem | null {
  if (count < choicesMin) return { is: 'too_few', group: name, min: choicesMin }
  return count > choicesMax ? { is: 'too_many', group: name, max: choicesMax } : null
}
