/**
 * Waits for a promise until `deadline` at most, by `performance.now()`, which clock changes do not
 * affect.
 */
export const within = async <T>(work: Promise<T>, deadline: number): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, deadline - performance.now()))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
