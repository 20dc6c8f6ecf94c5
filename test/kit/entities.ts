import { botEntities } from '../../bot/entities.ts'
import { entities } from '../../src/app.ts'

export const allEntities = [...entities, ...botEntities]
