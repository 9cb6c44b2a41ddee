import { hash } from 'node:crypto'
import type { TestName } from '@svc/protocol'
import { normalized } from '../../ground/kernel/normalized.ts'

/** Incremented when the rule below changes, so that old and new keys never collide. */
const KEY_VERSION = 1

/**
 * A test's key within its project: the first 128 bits of the sha256 of
 * `[version, file, titles, variant, occurrence]` as JSON, in hex, with the titles in NFC.
 */
export function testKey({ file, titles, variant, occurrence }: TestName): string {
  const normal = titles.map((title) => normalized(title, 'NFC'))
  return hash('sha256', JSON.stringify([KEY_VERSION, file, normal, variant, occurrence])).slice(0, 32)
}
