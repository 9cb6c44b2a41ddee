import { readFileSync } from 'node:fs'

/** For databases, artifacts, threads and webhooks. */
const KEPT_FILES = 256

/**
 * The number of connections that the process's limit of open files allows; undefined if the system
 * does not report the limit. The database must never run out of files because of connections.
 */
export function mostConnections(limits = readLimits()): number | undefined {
  const [, files] = /^Max open files +(\d+)/m.exec(limits) ?? []
  if (files === undefined) return undefined
  return Math.max(1, Number(files) - Math.min(KEPT_FILES, Math.ceil(Number(files) / 2)))
}

/** Linux has this file. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
