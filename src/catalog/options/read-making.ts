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
  /** False while it is sold out. */
  isActive: boolean
}

/** An option that was chosen, with the names and the price that it had then. */
export interface Choice {
  group: string
  groupName: string
  option: string
  optionName: string
  /** Added to the price of a unit, in whole rupiah. */
  price: number
}

/** Why units cannot be made as they were chosen. */
export type MakingProblem =
  | { is: 'gone'; name: string }
  | { is: 'too_few'; group: string; min: number }
  | { is: 'too_many'; group: string; max: number }

/** How units are made. */
export interface UnitMaking {
  /** In the order of the groups and their options. */
  choices: Choice[]
  /** The choices add this to the price of each unit, in whole rupiah. */
  price: number
  problem: MakingProblem | null
}

/** Names an option within its product: `milk:oat`. */
export function choiceKey(group: string, option: string): string {
  return `${group}:${option}`
}

/**
 * Reads choices by the current groups. Every amount for options comes from here: in the cart, in the chat and in the
 * order. An option that is sold out or was removed is a problem, and adds nothing.
 */
export function readMaking(groups: Iterable<ChoiceGroup>, chosen: readonly string[]): UnitMaking {
  const wanted = new Set(chosen)
  const choices: Choice[] = []
  let problem: MakingProblem | null = null
  for (const group of groups) {
    const picked = [...group.options].filter(option => wanted.delete(choiceKey(group.key, option.key)))
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
