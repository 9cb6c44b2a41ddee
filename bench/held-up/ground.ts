import { hash } from 'node:crypto'

/** The organization that has everything. */
export const ORGANIZATION = 1

/** The agent with a full inbox, and its project. */
export const AGENT = 'a1'

/** The project of the runs, and the commit that they tested. */
export const PROJECT = 'shop'
export const COMMIT = 'a'.repeat(40)

/** First digits of public ids. */
export const KIND = {
  person: 1,
  key: 2,
  webhook: 3,
  delivery: 4,
  project: 5,
  document: 6,
  proposal: 7,
  task: 8,
  other: 9,
  trust: 0,
  artifact: 'a',
} as const

/** What many attempts attached. */
export const EQUAL_FILE = 'ten bytes.'
export const sha256OfEqualFile = () => hash('sha256', EQUAL_FILE)

/** How many of each are stored. */
export const AMOUNT = {
  /** What has no limit: what a busy organization has after some weeks. */
  many: 50_000,
  /** What each of two persons, a key and a trust own: together nearly all keys that an organization may have. */
  owned: 1_200,
  agents: 1_000,
  /** Texts of 1 MiB: revisions, and open proposals. */
  texts: 150,
  tasks: 300,
  /** Tasks of each kind for which the server has to do something. */
  dueTasks: 150,
  /** As many documents as similar names are looked for in, with the longest names and tags; others have short ones. */
  longNames: 5_000,
  /** Of one project, but for one: `verifyFix` adds it. */
  fixes: 999,
  /** Requests to run tests of one commit. */
  reruns: 50,
  /** As many as an organization may have. */
  webhooks: 20,
  waitingEvents: 200,
  /** Results of an execution. */
  results: 100_000,
} as const
