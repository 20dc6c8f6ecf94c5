import { Device } from './device.ts'

export const counterEntities = [Device] as const
