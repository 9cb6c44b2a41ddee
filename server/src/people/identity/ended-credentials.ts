import { Problem } from '../../ground/kernel/problem.ts'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { backedKeys, keyAuthority } from './grants.ts'

/**
 * Returns those of at most 500 credentials whose key was revoked or deleted, has expired, or lost its owner or the key
 * that made it. Credentials of people are never among them.
 */
export async function endedCredentials(
  { lookup, dialect }: Store,
  credentials: Iterable<string>,
  now: number,
): Promise<ReadonlySet<string>> {
  const keys = new Map<number, string>()
  for (const credential of credentials) {
    const id = /^key:(\d+)$/.exec(credential)?.[1]
    if (id !== undefined) keys.set(Number(id), credential)
  }
  if (keys.size === 0) return new Set()
  const rows = await backedKeys(lookup)
    .where(isOneOf(dialect, 'api_key.id', [...keys.keys()]))
    .execute()
  for (const row of rows) if (row.revoked_at === null && isBackedNow(row, now)) keys.delete(row.id)
  return new Set(keys.values())
}

function isBackedNow(row: Parameters<typeof keyAuthority>[0], now: number): boolean {
  try {
    keyAuthority(row, now)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
