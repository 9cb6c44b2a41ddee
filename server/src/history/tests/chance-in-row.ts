/**
 * The probability that each of the next `times` runs is a hit, after `hits` of `of` runs were: the mean over all rates
 * that these runs leave possible (Laplace's rule of succession). The upper end of an interval to the power of `times`
 * would take the rate that is least likely for certain.
 */
export function chanceInRow(hits: number, of: number, times: number): number {
  let chance = 1
  for (let i = 0; i < times; i++) chance *= (hits + 1 + i) / (of + 2 + i)
  return chance
}
