import type { Caller, Context } from '../../ground/kernel/context.ts'
import type { Problem } from '../../ground/kernel/problem.ts'
import type { Keep, ProjectRow } from './keep.ts'
import type { CallerLimits } from './limits.ts'
import type { RunOperation } from './run-operation.ts'
import type { ActiveProject, ToolCall } from './tool.ts'

/** One HTTP request to the door, after authentication; it may carry several messages of an older client. */
export interface McpRequest {
  caller: Caller
  call: ToolCall
  /** Answers a call of a tool whose answers are kept. */
  keep: Keep
  limits: CallerLimits
  inboxes: CallerInboxes
  /** True if a text in the body contains a NUL character, which no database holds. */
  hasNul: boolean
  /** The problem that the client learns of. An error of another kind is logged, with a number to ask by. */
  problemOf(error: unknown, doing: string): Problem
}

/** The inboxes that one caller may receive. */
export interface CallerInboxes {
  /** Notes that the agent which calls was seen now, also by a tool that needs no agent. */
  noteCall(): Promise<void>
  /** Names of the agents that the caller may act as. */
  list(): Promise<string[]>
  /**
   * Calls `updated` after each new message, until the signal aborts; the caller is checked again each time, and
   * `refused` ends it. Returns false if the caller has no such agent.
   */
  watch(
    agent: string,
    listener: { signal: AbortSignal; updated: () => void; refused: () => void },
  ): Promise<boolean>
}

interface Asker extends Pick<Context, 'store' | 'caller'> {
  /** The project of the folder that the agent works in; it may not exist. */
  folder: string | undefined
  keepsDefault: true
}

/** How the project of a call is found; see `accounts/active-project.ts`. */
export interface ProjectChoice {
  activeProject(asker: Asker, pinned: string | undefined): Promise<ProjectRow>
  findActiveProject(asker: Asker, pinned: string | undefined): Promise<ProjectRow | null>
}

interface CallParts {
  choice: ProjectChoice
  pinned: string | undefined
  run: RunOperation
  /** The active project, if it is known. */
  found?: ProjectRow | null
}

/** What a tool may use for one caller. The project is looked up only if a tool asks for it. */
export function toolCallOf(asker: Asker, { choice, pinned, run, found }: CallParts): ToolCall {
  return {
    caller: asker.caller,
    run,
    project: async () => describeProject(found ?? (await choice.activeProject(asker, pinned))),
    findProject: async () => {
      const row = found === undefined ? await choice.findActiveProject(asker, pinned) : found
      return row && describeProject(row)
    },
    isPinned: pinned !== undefined,
  }
}

const describeProject = ({ public_id, slug, name, isChosen }: ProjectRow): ActiveProject => ({
  id: public_id,
  slug,
  name,
  isChosen,
})
