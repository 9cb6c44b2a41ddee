import type { Clock } from '../../ground/kernel/clock.ts'
import type { Caller } from '../../ground/kernel/context.ts'
import type { KeptAnswers } from '../../ground/kernel/kept-answers.ts'
import type { Tool, ToolCall } from './tool.ts'

export interface ProjectRow {
  id: number
  public_id: string
  slug: string
  name: string
  /** False for a default. */
  isChosen: boolean
}

/** A complete, immutable answer of a tool. */
export interface Answered {
  text: string
  structured: Record<string, unknown>
}

/** What keeping answers needs. */
export interface Keeping {
  kept: KeptAnswers<Answered>
  clock: Clock
  /** A text that differs as soon as results of the project, or of the organization's projects, changed. */
  versionOf(caller: Caller, projectId: number | null): Promise<string>
  /** True if an agent may hold a failure of the project: such an answer is not kept. */
  mayHoldFailure(caller: Caller, projectId: number | null): Promise<boolean>
}

/** One caller's request. */
interface Asking {
  caller: Caller
  /** The active project. */
  findProject(): Promise<ProjectRow | null>
  /** What a tool may use, by this clock and for this project. */
  callAt(clock: Clock, project: ProjectRow | null): ToolCall
}

/** Answers a call of a tool: with a kept answer, or with the one that `make` makes. */
export type Keep = (
  tool: Tool,
  input: Record<string, unknown>,
  make: (call: ToolCall) => Promise<Answered>,
) => Promise<Answered>

const MINUTE_MS = 60_000

/** The memory that an answer takes, bytes. */
export const sizeOfAnswer = ({ text, structured }: Answered): number =>
  2 * (text.length + JSON.stringify(structured).length)

/**
 * Keeps whole answers, so that the next agent with the same question costs no more than a short tool. Who asks counts by
 * what they may see. An answer that reads the clock is as of the end of the minute, and counts until then.
 */
export const keepFor =
  ({ kept, clock, versionOf, mayHoldFailure }: Keeping, { caller, findProject, callAt }: Asking): Keep =>
  async (tool, input, make) => {
    const project = await findProject()
    const projectId = project?.id ?? null
    if (tool.isKept === 'unless held' && (await mayHoldFailure(caller, projectId)))
      return make(callAt(clock, project))
    const version = await versionOf(caller, projectId)
    const now = clock()
    const question = questionOf(tool, input, caller, project)
    const asked = { organizationId: caller.organizationId, version, question, now }
    // Of these it reads the leases of failures with their agents, and `mayHoldFailure` says before each use that there
    // are none.
    const checked = tool.isKept === 'unless held' ? ['bus_lease', 'agent'] : []
    return kept.answer({ ...asked, checked }, async (making) => {
      const minuteEnd = now - (now % MINUTE_MS) + MINUTE_MS - 1
      const answer = await make(
        callAt(() => {
          making.countsUntil(minuteEnd)
          return minuteEnd
        }, project),
      )
      // Between the two reads, an agent may have taken a failure.
      if (tool.isKept === 'unless held' && (await mayHoldFailure(caller, projectId))) making.dependsOnMore()
      return answer
    })
  }

const questionOf = (
  { name }: Tool,
  input: object,
  { organizationId, projectId, role, scopes }: Caller,
  project: ProjectRow | null,
): string =>
  JSON.stringify([
    name,
    organizationId,
    projectId,
    role,
    [...scopes].sort(),
    project?.id,
    project?.isChosen,
    input,
  ])
