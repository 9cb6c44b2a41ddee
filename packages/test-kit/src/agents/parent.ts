import { once } from 'node:events'

/** A request of an agent to the process that started it: to commit a fix, or to run the tests of a commit. */
type Question = { question: 'fix'; advice: string } | { question: 'run'; commit: string; times: number }

/** A step of an agent: the tool that it called, and its message to another agent. */
export interface Step {
  tool: string
  does: string
  says?: string
}

export type FromAgent = { step: Step } | { ready: true } | Question

/** The process that started an agent. */
export interface Parent {
  step(tool: string, does: string, says?: string): void
  /** Reports that the agent is registered and waits. */
  ready(): void
  /** Waits for the answer: of `fix`, the full id of the commit. */
  ask(question: Question): Promise<string>
}

/** The parent of this process. Throws if it was not started with a channel to one. */
export function parentOf(child: NodeJS.Process): Parent {
  const tell = (message: FromAgent) => {
    if (!child.send)
      throw new Error('Start it with fork(), or with packages/test-kit/src/agents/run-agents.ts.')
    child.send(message)
  }
  return {
    step: (tool, does, says) => tell({ step: { tool, does, ...(says !== undefined && { says }) } }),
    ready: () => tell({ ready: true }),
    async ask(question) {
      tell(question)
      const [answer] = (await once(child, 'message')) as [string]
      return answer
    },
  }
}
