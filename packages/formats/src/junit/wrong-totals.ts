import type { JUnitSuite } from './elements.ts'

/** What the attributes of a suite contradict its elements in; empty if they agree, or say nothing. */
export const wrongTotals = ({
  attributes,
  counts,
  ownTests,
}: Pick<JUnitSuite, 'attributes' | 'counts' | 'ownTests'>): string[] => {
  const wrong: string[] = []
  const { tests, runs, failed, failedRuns, failures, skipped } = counts
  const said = saidTests({ attributes })
  // Some count suites within, some do not, some count tries.
  if (said !== undefined && ![tests, ownTests, runs].includes(said))
    wrong.push(`tests says ${said}, has ${tests}`)
  const saidFailures = numberOf(attributes.get('failures'))
  const saidErrors = numberOf(attributes.get('errors'))
  if (saidFailures !== undefined || saidErrors !== undefined) {
    const sum = (saidFailures ?? 0) + (saidErrors ?? 0)
    // Some count failed tests, some their failures, some count errors among the failures.
    const fits = [failed, failures, failedRuns].some(
      (each) => sum === each || (saidFailures === each && saidErrors === undefined),
    )
    if (!fits && ownTests + tests > 0) wrong.push(`failures and errors say ${sum}, has ${failed}`)
  }
  const saidSkipped = attributes.get('skipped') ?? attributes.get('skips') ?? attributes.get('skip')
  const skips = numberOf(saidSkipped)
  const disabled = numberOf(attributes.get('disabled')) ?? numberOf(attributes.get('ignored')) ?? 0
  if (skips !== undefined && skips !== skipped && skips + disabled !== skipped && tests > 0)
    wrong.push(`skipped says ${skips}, has ${skipped}`)
  return wrong
}

/** How many tests a suite says it has. */
export const saidTests = ({ attributes }: Pick<JUnitSuite, 'attributes'>): number | undefined =>
  numberOf(attributes.get('tests') ?? attributes.get('total'))

/** How many failures and errors a suite says it has. */
export const saidToFail = ({ attributes }: Pick<JUnitSuite, 'attributes'>): number =>
  (numberOf(attributes.get('failures')) ?? 0) + (numberOf(attributes.get('errors')) ?? 0)

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
