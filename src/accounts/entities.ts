import { Account } from './account.ts'
import { Attempt } from './attempt.ts'
import { AuditEntry } from './audit-entry.ts'
import { MethodMaintenance } from './method-maintenance.ts'
import { PlatformGrant } from './platform-grant.ts'
import { Subscription } from './subscription.ts'
import { SweepRun } from './sweep-run.ts'

export const accountEntities = [
  Account,
  Subscription,
  PlatformGrant,
  MethodMaintenance,
  Attempt,
  AuditEntry,
  SweepRun,
] as const
