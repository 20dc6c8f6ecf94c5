import type { MakingProblem } from '../../catalog/options/read-making.ts'
import { Refusal, refuseField } from '../../lib/refusal.ts'

/** Returns the refusal for units of a product that cannot be made as chosen. */
export function refuseMaking(productName: string, problem: MakingProblem): Refusal {
  switch (problem.is) {
    case 'gone': {
      const names = [`${productName} · ${problem.name}`]
      return new Refusal({ code: 'out_of_stock', names }, `Out of stock: ${names.join(', ')}`)
    }
    case 'too_few': {
      const { group, min } = problem
      return refuseField('options', `need at least ${min} of ${group} for ${productName}`, 'missing')
    }
    case 'too_many': {
      const { group, max } = problem
      return refuseField('options', `have ${max} of ${group} at most for ${productName}`, { code: 'too_many', max })
    }
  }
}
