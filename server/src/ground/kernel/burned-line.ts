import { countOf } from './count-of.ts'
import { code } from './quoted.ts'

interface Burned {
  titles: string[]
  isNew: boolean
  failed: number
  passed: number
}

/** The sentence about the first of the tests that a burn-in saw fail and pass, and the number of the others. */
export function burnedLine({ titles, isNew, failed, passed }: Burned, others: number): string {
  const more = others > 0 ? `, and ${countOf(others, 'more test')} did so` : ''
  return `Flaky in the burn-in: ${isNew ? 'new' : 'changed'} test ${code(titles.join(' > '))} failed ${failed} of ${failed + passed} on the same code${more}.`
}
