import { LivingProcess } from './living-process.ts'

export const jobEntities = [LivingProcess] as const
