/** Runs `work`, which may ask for the number of the present turn of the event loop, and counts the turns that it takes. */
export async function countTurns<T>(
  work: (turn: () => number) => Promise<T>,
): Promise<{ done: T; turns: number }> {
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  try {
    return { done: await work(() => turns), turns }
  } finally {
    isOver = true
  }
}
