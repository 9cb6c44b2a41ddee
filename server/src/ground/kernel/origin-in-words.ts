/** How an execution differs from a clean run of CI, such as "local, with uncommitted changes"; null if it does not. */
export function originInWords({ trust, dirty }: { trust: string; dirty: boolean }): string | null {
  const where = trust === 'local' ? ['local'] : trust === 'fork' ? ['from a fork'] : []
  const words = [...where, ...(dirty ? ['with uncommitted changes'] : [])]
  return words.length === 0 ? null : words.join(', ')
}
