/** Runs one piece of work at a time, in order of arrival. */
export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>

export function oneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}
