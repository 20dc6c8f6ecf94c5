import type { Needs } from '../../needs.ts'
import type { NotificationForm } from './entities.ts'

/** Returns the name by which merchants know the app of a form; its package if unknown. */
export function findAppName({ connectors }: Needs<'connectors'>, form: Pick<NotificationForm, 'packageName'>): string {
  const choices = Object.values(connectors).flatMap(({ form: fields }) => fields.flatMap(field => field.choices ?? []))
  const known = choices.find(({ value }) => value.split(' ').includes(form.packageName))
  return known?.label ?? form.packageName
}
