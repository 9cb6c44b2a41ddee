import { oneOf, wholeNumber } from '../parts/choices.ts'
import type { FailureSearch, FlakySearch, TestSearch, TestsSearch, TrendSearch } from './insights.ts'
import { texts } from './search.ts'

type Raw = Record<string, unknown>
const MOST_DAYS = 400

export const readFlakySearch = (raw: Raw): FlakySearch => ({
  ...oneOf('state', raw.state, ['broken']),
  ...wholeNumber('days', raw.days, MOST_DAYS),
  ...wholeNumber('minRuns', raw.minRuns, 100_000),
  ...texts(raw, ['branch', 'owner', 'test', 'sort', 'columns']),
})

export const readTestsSearch = (raw: Raw): TestsSearch => ({
  ...oneOf('monitor', raw.monitor, ['healthy', 'flaky', 'broken']),
  ...texts(raw, ['q', 'owner', 'sort', 'columns']),
})

export const readTestSearch = (raw: Raw): TestSearch => ({
  ...texts(raw, ['branch']),
  ...wholeNumber('days', raw.days, MOST_DAYS),
  ...oneOf('pane', raw.pane, ['rename']),
})

export const readFailureSearch = (raw: Raw): FailureSearch => ({
  ...texts(raw, ['branch', 'from', 'to', 'q', 'run']),
  ...oneOf('view', raw.view, ['table']),
})

export const readTrendSearch = (raw: Raw): TrendSearch => ({
  ...texts(raw, ['branch']),
  ...wholeNumber('days', raw.days, MOST_DAYS),
  ...oneOf('granularity', raw.granularity, ['hourly', 'weekly', 'monthly']),
  ...oneOf('view', raw.view, ['table']),
})
