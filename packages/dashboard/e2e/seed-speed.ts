import { type MadeRun, type MadeTest, passed } from '../../../server/src/testing/upload.ts'

export const SPEED_RUNS = 12

const steady = (i: number): MadeTest[] =>
  Array.from({ length: 8 }, (_, n) =>
    passed(`steady > takes its time ${n}`, {
      file: 'src/steady.test.ts',
      durationMs: 1_000 + ((i + n) % 4) * 30,
    }),
  )

/** A run of main, with durations as they vary. */
export const speedRun = (i: number, startedAt: number): MadeRun => ({
  project: 'speed',
  code: { branch: 'main', repository: 'acme/speed' },
  build: `speed-${i}`,
  startedAt,
  results: [
    passed('report > exports a year', { file: 'src/report.test.ts', durationMs: 1_900 + (i % 5) * 60 }),
    passed('report > prints all pages', { file: 'src/report.test.ts', durationMs: 3_000 + (i % 4) * 70 }),
    ...steady(i),
  ],
})

/** A pull request with a test that became slower, and one that became faster. */
export const slowerRun = (startedAt: number): MadeRun => ({
  ...speedRun(0, startedAt),
  build: 'pull-501',
  code: {
    branch: 'export-weeks',
    baseBranch: 'main',
    pullRequest: 501,
    repository: 'acme/speed',
    message: 'Export weeks',
  },
  results: [
    passed('report > exports a year', { file: 'src/report.test.ts', durationMs: 9_600 }),
    passed('report > prints all pages', { file: 'src/report.test.ts', durationMs: 900 }),
    ...steady(1),
  ],
})
