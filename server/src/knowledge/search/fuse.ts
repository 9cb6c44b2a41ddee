/** The constant of reciprocal rank fusion: the larger, the less the first places count. */
const K = 60

/** Several rankings of the same things as one: reciprocal rank fusion. The best first; equal scores by id. */
export function fuse(rankings: { ids: number[]; weight: number }[]): { id: number; score: number }[] {
  const scores = new Map<number, number>()
  for (const { ids, weight } of rankings)
    for (const [at, id] of ids.entries()) scores.set(id, (scores.get(id) ?? 0) + weight / (K + at + 1))
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || a.id - b.id)
}
