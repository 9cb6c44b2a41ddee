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
import { checkSuites } from './check-suites.ts'
import { type Finding, findingsOf } from './finding.ts'
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

/** Two requests, each with its own timeout; git has 10 seconds for each command. */
const CHECK_MS = 25_000

type Check = (subject: Subject) => Finding[] | Promise<Finding[]>

const CHECKS: Record<string, Check> = {
  Node: () => checkNode(process.versions.node),
  Runner: checkRunners,
  Reporter: checkReporters,
  Config: checkConfigs,
  Key: checkKey,
  Server: checkServer,
  Project: checkProject,
  Suite: checkSuites,
  Git: checkGit,
  CI: checkCi,
  Journals: checkJournals,
  Disk: checkDisk,
  Settings: checkSettings,
}

/** Examines everything between a test and the server in half a minute at most; changes nothing. */
export const diagnose = async (question: Question): Promise<Diagnosis> => {
  const subject = await gatherSubject(question)
  const groups = await Promise.all(
    Object.entries(CHECKS).map(([name, check]) => guarded(name, async () => check(subject))),
  )
  const findings = groups.flat()
  const { version, folder } = question
  return { version, folder, url: subject.preview.config.url, ...verdictOf(findings, subject), findings }
}

/** The findings of a check; a check that fails or hangs becomes a warning and stops no other. */
const guarded = async (name: string, check: () => Promise<Finding[]>): Promise<Finding[]> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no result after ${CHECK_MS / 1000} s`)), CHECK_MS)
  })
  try {
    return await Promise.race([check(), late])
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [
      findingsOf(name).warning('the check failed', { reason, fix: 'report this as a bug of svc doctor' }),
    ]
  } finally {
    clearTimeout(timer)
  }
}
