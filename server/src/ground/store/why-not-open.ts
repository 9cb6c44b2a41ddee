import type { StoreAddress } from './open.ts'

/** One line that names the database, its problem, and where to look. */
export function whyNotOpen(store: StoreAddress, cause: unknown): string {
  const reasons: string[] = []
  for (let error = cause; error instanceof Error && reasons.length < 3; error = error.cause) {
    const reason = error.message || (error as NodeJS.ErrnoException).code || error.name
    if (!reasons.some((known) => known.includes(reason))) reasons.push(reason)
  }
  const where =
    'postgres' in store ? `at ${hostOf(store.postgres)} (DATABASE_URL)` : `in ${store.folder} (SVC_DATA)`
  return `The database ${where} cannot be opened: ${reasons.join(' ')}`
}

function hostOf(address: string): string {
  try {
    return new URL(address).host
  } catch {
    return 'that address'
  }
}
