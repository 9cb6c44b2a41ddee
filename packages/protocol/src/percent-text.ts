/** Shares closer to 0 or 1 than this are written as a bound, because their decimal would hide the rest. */
const LEAST = 0.001

/**
 * A share from 0 to 1 in percent, with a decimal near the ends: `4.1 %`, `33 %`, `99.6 %`. Only 0 is written
 * as `0 %` and only 1 as `100 %`, so that a rate with one failure never reads as one without.
 */
export function percentText(share: number): string {
  if (share > 0 && share < LEAST) return '<0.1 %'
  if (share < 1 && share > 1 - LEAST) return '>99.9 %'
  const percent = share * 100
  return `${Number(percent.toFixed(percent < 10 || percent > 90 ? 1 : 0))} %`
}
