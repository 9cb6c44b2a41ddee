import type { Config, Reporter } from '@jest/reporters'
import { expect, test } from 'vitest'
import SvcReporter, { type ReporterOptions } from '../src/index.ts'

/** What Jest hands to a reporter is what ours takes, and ours is one in the eyes of Jest: `tsc` says so. */
const asJestSeesIt = (config: Config.GlobalConfig, options: ReporterOptions): Reporter =>
  new SvcReporter(config, options)

test('a reporter is made of what Jest hands to it, and touches nothing before the run begins', () => {
  const config = Object.freeze({ rootDir: '/nowhere', watch: false, watchAll: false })
  const reporter = asJestSeesIt(config as Config.GlobalConfig, {})
  expect(reporter.getLastError).toBeUndefined()
  expect(Object.keys(reporter)).toEqual([])
})
