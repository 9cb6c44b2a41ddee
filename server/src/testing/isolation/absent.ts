import { createHash } from 'node:crypto'
import { newId } from '../../ground/kernel/id.ts'
import type { Kind } from './names.ts'

let turns = 0

/** A new id in the form of its kind that identifies nothing. */
export function absent(kind: Kind, now: number): string {
  turns++
  const hex = createHash('sha256').update(String(turns)).digest('hex')
  switch (kind) {
    case 'test':
      return hex.slice(0, 32)
    case 'failure':
      return hex.slice(0, 16)
    case 'sha':
      return hex.slice(0, 40)
    case 'bytes':
      return hex
    case 'pullRequest':
      return String(5_000_000 + turns)
    case 'repositoryId':
      return String(900_000_000 + turns)
    case 'chunk':
      return `c_${hex.slice(0, 26)}`
    case 'email':
      return `nobody-${turns}@nowhere.test`
    case 'link':
      return `svl_${hex.slice(0, 43)}`
    case 'badge':
      return `${hex.slice(0, 22)}.svg`
    default:
      return NAMED.has(kind) ? `nowhere-${turns}` : newId(now)
  }
}

/** Kinds whose ids people choose. */
const NAMED = new Set<Kind>([
  'project',
  'branch',
  'suite',
  'build',
  'framework',
  'leg',
  'variant',
  'repository',
  'words',
  'path',
  'folder',
  'organization',
])
