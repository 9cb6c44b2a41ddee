/** Makes a value at its first use, so that the start of the server does not pay for it. A failure is not kept. */
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
