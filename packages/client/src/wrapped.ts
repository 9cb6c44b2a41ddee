/** What `svc run` uses of the client to judge the runs of its command. */
export { journalFolder } from './folder.ts'
export { type FailedTest, outcomesOf, type Tally, tally } from './journal-tally.ts'
export { type KeptOrSent, sendOrKeep } from './kept-experiments.ts'
export { type GatedReport, ownResults, resultsOfLeg } from './own-results.ts'
export { filesOf, type RanFile } from './ran-files.ts'
export { makeRedactor } from './redact.ts'
export { journalOf, type RunReceipt, receiptPath } from './run-receipt.ts'
export type {
  SentError,
  SentExperiment,
  SentTrial,
} from './send-experiments.ts'
export { TEARDOWN_FAILED } from './teardown-note.ts'
export { withoutGitHook } from './without-git-hook.ts'
