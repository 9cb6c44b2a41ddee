import { type Dialect, plainName } from '../dialect.ts'

/** What TestCafe appends to names; the path of screenshots is another one in each run. */
const UNSTABLE = / \(unstable\)$/
const SCREENSHOTS = ' (screenshots: '

/** TestCafe. In its quarantine mode, a test that passed and failed is unstable, and its last outcome is that of most runs. */
export const testcafe: Dialect = {
  name: 'testcafe',
  tool: 'testcafe',
  marksRetries: 'TestCafe',
  detect: ({ text }) => /<testsuite\s+name="TestCafe Tests: /.test(text),
  nameOf: (test, suites) =>
    plainName({ ...test, name: withoutScreenshots(test.name).replace(UNSTABLE, '') }, suites),
  adjust: (attempts, { name }) => {
    const isUnstable = UNSTABLE.test(withoutScreenshots(name))
    if (!isUnstable || attempts.at(-1)?.status !== 'passed') return attempts
    return [{ status: 'failed', durationMs: 0, errors: [{ message: UNTOLD }] }, ...attempts]
  },
}

const UNTOLD = 'Failed in one of its runs; the report does not say how.'

function withoutScreenshots(name: string): string {
  const end = name.endsWith(')') ? name.lastIndexOf(SCREENSHOTS) : -1
  return end < 0 ? name : name.slice(0, end)
}
