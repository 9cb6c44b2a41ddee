import { readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isQuick, isWhollyThorough } from './thorough.ts'

/**
 * Files of `test` that take ten seconds or more, the longest first. Vitest starts large files first, and these may be
 * small: one that starts last leaves a core without work.
 */
export const LONG_FILES = [
  'packages/cli/test/run.test.ts',
  'packages/cli/test/prove.test.ts',
  'packages/cli/test/prove-execution.test.ts',
  'packages/cli/test/comment-hosts.test.ts',
  'packages/cli/test/comment.test.ts',
  'packages/client/test/crash/jest-deaths.test.ts',
  'packages/action/test/check.test.ts',
  'server/test/outage.test.ts',
  'packages/cli/test/read.test.ts',
  'packages/cli/test/init.test.ts',
  'packages/playwright/test/outcomes.test.ts',
  'packages/action/test/single-job.test.ts',
  'packages/action/test/fork-attacks.test.ts',
  'server/test/kill.test.ts',
  'server/src/doors/mcp/isolation.test.ts',
  'server/src/main.test.ts',
  'server/src/command.test.ts',
  'server/src/doors/rest/isolation.test.ts',
  'server/src/answers/failure-context/failure-context.test.ts',
]

/**
 * Vitest's own order, but the long files of each project start before its others. `test` leaves out the files that are
 * thorough as a whole: Vitest would start a process for each, to find that it has nothing to run.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(
      files.filter(
        ({ moduleId, project }) => !(isQuick(project) && isWhollyThorough(readFileSync(moduleId, 'utf8'))),
      ),
    )
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    return projects.flatMap((name) => {
      const its = sorted.filter(({ project }) => project.name === name)
      const rankOf = (file: TestSpecification) => {
        const rank = LONG_FILES.indexOf(pathOf(file))
        return rank < 0 ? LONG_FILES.length : rank
      }
      return its.toSorted((a, b) => rankOf(a) - rankOf(b))
    })
  }
}

const pathOf = ({ moduleId, project }: TestSpecification): string =>
  relative(project.vitest.config.root, moduleId).split(sep).join('/')
