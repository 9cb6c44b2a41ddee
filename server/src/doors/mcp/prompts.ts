import type { Prompt } from './prompt.ts'

const prompt = (
  name: 'svc_architect' | 'svc_auditor' | 'svc_documenter',
  title: string,
  description: string,
): Prompt => ({
  name,
  title,
  description,
  role: 'viewer',
  scope: 'knowledge',
  text: async ({ run, findProject }) =>
    (await run('getPrompt', { name, project: (await findProject())?.slug })).text,
})

/** Every prompt, in the order of `prompts/list`. */
export const PROMPTS: readonly Prompt[] = [
  prompt(
    'svc_architect',
    'Architect',
    'Before you write code: find the single source of truth of each concept, and plan the change. svc_guidelines mode=code gives the same rules in fewer tokens.',
  ),
  prompt(
    'svc_auditor',
    'Auditor',
    'Review code against the project’s documents and test results. svc_guidelines mode=review gives the same rules in fewer tokens.',
  ),
  prompt(
    'svc_documenter',
    'Documenter',
    'Document code while you build it. svc_guidelines mode=document gives the same rules in fewer tokens.',
  ),
]
