import { checkCi } from './check-ci.ts'
import { checkConfigs } from './check-configs.ts'
import { checkDisk } from './check-disk.ts'
import { checkGit } from './check-git.ts'
import { checkJournals } from './check-journals.ts'
import { checkKey } from './check-key.ts'
import { checkNode } from './check-node.ts'
import { checkProject } from './check-project.ts'
import { checkReporters } from './check-reporters.ts'
import { checkRunners } from './check-runners.ts'
import { checkServer } from './check-server.ts'
import { checkSettings } from './check-settings.ts'
import { type Finding, findingsOf } from './finding.ts'
import { gatherSubject, type Question, type Subject } from './subject.ts'
import { type Verdict, verdictOf } from './verdict.ts'

/** What came of looking at a set-up. */
export interface Diagnosis extends Verdict {
  /** Version of the command. */
  version: string
  /** The folder that was looked at, absolute. */
  folder: string
  /** The server's address. */
  url: string
  findings: Finding[]
}

/** Three requests and a name, each bounded by itself; git has 10 seconds for each question. */
const CHECK_MS = 25_000

const CHECKS: [name: string, check: (subject: Subject) => Finding[] | Promise<Finding[]>][] = [
  ['Node', (subject) => checkNode(subject)],
  ['Runner', checkRunners],
  ['Reporter', checkReporters],
  ['Config', checkConfigs],
  ['Key', checkKey],
  ['Server', checkServer],
  ['Project', checkProject],
  ['Git', checkGit],
  ['CI', checkCi],
  ['Journals', checkJournals],
  ['Disk', checkDisk],
  ['Settings', checkSettings],
]

/** Looks at everything between a test and its place on the server; changes nothing, and takes at most half a minute. */
export const diagnose = async (question: Question): Promise<Diagnosis> => {
  const subject = await gatherSubject(question)
  const found = await Promise.all(CHECKS.map(([name, check]) => guarded(name, () => check(subject))))
  const findings = found.flat()
  return {
    version: question.version,
    folder: question.folder,
    url: subject.preview.config.url,
    ...verdictOf(findings, subject),
    findings,
  }
}

/** A check that fails or hangs says so, and takes none of the others with it. */
const guarded = async (name: string, check: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> => {
  let timer: NodeJS.Timeout | undefined
  const trouble = (found: string, reason: string) => [
    findingsOf(name).warning(found, { reason, fix: 'report this as a bug of svc doctor' }),
  ]
  const late = new Promise<Finding[]>((resolve) => {
    timer = setTimeout(
      () => resolve(trouble('not known: looking took too long', `given up after ${CHECK_MS / 1000} s`)),
      CHECK_MS,
    )
  })
  try {
    return await Promise.race([check(), late])
  } catch (error) {
    return trouble('not known: looking failed', error instanceof Error ? error.message : String(error))
  } finally {
    clearTimeout(timer)
  }
}
