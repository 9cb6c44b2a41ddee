import { checkCi } from './check-ci.ts'
import { checkConfigs } from './check-configs.ts'
import { checkDisk } from './check-disk.ts'
import { checkGit } from './check-git.ts'
import { checkJournals } from './check-journals.ts'
import { checkKeyFormat } from './check-key-format.ts'
import { checkNode } from './check-node.ts'
import { checkProject } from './check-project.ts'
import { checkReporters } from './check-reporters.ts'
import { checkRunners } from './check-runners.ts'
import { checkServer } from './check-server.ts'
import { checkSettings } from './check-settings.ts'
import { checkSuites } from './check-suites.ts'
import { type Finding, findingsIn, findingsOf, type Report } from './finding.ts'
import { gatherSubject, type Question, type Subject } from './subject.ts'
import { type Verdict, verdictOf } from './verdict.ts'

export interface Diagnosis extends Verdict {
  /** Version of the command. */
  version: string
  /** The examined folder, absolute. */
  folder: string
  /** The server's address. */
  url: string
  findings: Finding[]
}

/** In the order of the report. Each check limits its own waits: 5 s for a request, 10 s for a git command. */
const CHECKS: Record<string, (subject: Subject) => Report | Promise<Report>> = {
  Node: ({ node }) => checkNode(node),
  Runner: checkRunners,
  Reporter: checkReporters,
  Config: checkConfigs,
  Key: checkKeyFormat,
  Server: checkServer,
  Project: checkProject,
  Suite: checkSuites,
  Git: checkGit,
  CI: checkCi,
  Journals: checkJournals,
  Disk: checkDisk,
  Settings: checkSettings,
}

/** Examines everything between a test and the server in at most half a minute; changes nothing. */
export const diagnose = async (question: Question): Promise<Diagnosis> => {
  const subject = await gatherSubject(question)
  const reports = Object.entries(CHECKS).map(async ([name, check]): Promise<Report> => {
    try {
      return await check(subject)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return findingsOf(name).warning('the check failed', {
        reason,
        fix: 'report this as a bug of svc doctor',
      })
    }
  })
  const findings = findingsIn(await Promise.all(reports))
  const { version, folder } = question
  return { version, folder, url: subject.preview.config.url, ...verdictOf(findings, subject), findings }
}
