import { oneOf, wholeNumber } from '../parts/choices.ts'
import type { FailureSearch, FlakySearch, TestSearch, TestsSearch, TrendSearch } from './insights.ts'
import { text } from './search.ts'

type Raw = Record<string, unknown>
const MOST_DAYS = 400

export const readFlakySearch = ({ state, days, branch, minRuns, test }: Raw): FlakySearch => ({
  ...oneOf('state', state, ['broken']),
  ...wholeNumber('days', days, MOST_DAYS),
  ...wholeNumber('minRuns', minRuns, 100_000),
  ...text('branch', branch),
  ...text('test', test),
})

export const readTestsSearch = ({ q, monitor }: Raw): TestsSearch => ({
  ...text('q', q),
  ...oneOf('monitor', monitor, ['healthy', 'flaky', 'broken']),
})

export const readTestSearch = ({ branch, days, pane }: Raw): TestSearch => ({
  ...text('branch', branch),
  ...wholeNumber('days', days, MOST_DAYS),
  ...oneOf('pane', pane, ['rename']),
})

export const readFailureSearch = ({ branch, from, to, q }: Raw): FailureSearch => ({
  ...text('branch', branch),
  ...text('from', from),
  ...text('to', to),
  ...text('q', q),
})

export const readTrendSearch = ({ branch, days, granularity, view }: Raw): TrendSearch => ({
  ...text('branch', branch),
  ...wholeNumber('days', days, MOST_DAYS),
  ...oneOf('granularity', granularity, ['hourly', 'weekly', 'monthly']),
  ...oneOf('view', view, ['table']),
})
