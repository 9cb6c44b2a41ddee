import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Seeded } from './seed.ts'

/** What the set-up has written for the tests. */
export const WORLD = join(import.meta.dirname, '../../../.test/dashboard/world.json')

export interface World {
  url: string
  apiKey: string
  email: string
  password: string
  /** Of the admin's session. */
  cookie: { name: string; value: string; url: string; httpOnly: boolean }
  seeded: Seeded
}

export const readWorld = (): World => JSON.parse(readFileSync(WORLD, 'utf8'))
