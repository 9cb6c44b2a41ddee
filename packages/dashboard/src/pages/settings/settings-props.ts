import type { Role } from '../../data/settings.ts'

/** The data that a page of settings gets. */
export interface SettingsProps {
  organization: string
  role: Role
}
