import type { guidelineOperations } from '@svc/schema'
import type { Context } from '../../../ground/kernel/context.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { estimateTokens } from '../../../ground/kernel/tokens.ts'
import { recurringFailures } from '../../../history/failures/recurring-failures.ts'
import { visibleProject } from '../../../people/projects/visible-projects.ts'
import { DEFAULT_RULES } from './default-rules.ts'
import { readDocumentRules } from './document-rules.ts'
import { type FittedRules, fitRules } from './fit-rules.ts'
import { readKnowledgeFacts } from './knowledge-facts.ts'
import { PROMPTS, TOOLS } from './prompts/prompts.ts'
import { readResultFacts } from './result-facts.ts'
import type { Mode, Rule } from './rule.ts'

type Verbs = Handlers<typeof guidelineOperations>

const COMPACT_TOKENS = 150
const FULL_TOKENS = 500
const PROMPT_TOKENS = 2_000

/** The project's own rules first, then its results, then the product's rules. */
export const getGuidelines: Verbs['getGuidelines'] = async ({ ctx, input }) => {
  const { mode, full } = input
  const composed = await guidelineOf(ctx, input.project, mode, full ? FULL_TOKENS : COMPACT_TOKENS)
  return { mode, ...composed }
}

/** The procedure of a prompt, followed by the same rules as in the guidelines. */
export const getPrompt: Verbs['getPrompt'] = async ({ ctx, input }) => {
  const { mode, text: procedure } = PROMPTS[input.name]
  const text = `${procedure}${TOOLS}`
  const rest = PROMPT_TOKENS - estimateTokens(text)
  const rules = await guidelineOf(ctx, input.project, mode, rest)
  const whole = `${text}\n${rules.text}\n`
  return { name: input.name, text: whole, tokens: estimateTokens(whole), sources: rules.sources }
}

async function guidelineOf(
  ctx: Context,
  slug: string | undefined,
  mode: Mode,
  budget: number,
): Promise<FittedRules> {
  if (slug === undefined) return fitRules(mode, null, DEFAULT_RULES, budget)
  const project = await visibleProject(ctx, slug)
  const recurring = await recurringFailures(ctx, project.id)
  const [documents, knowledge, results] = await Promise.all([
    readDocumentRules(ctx, project.id),
    readKnowledgeFacts(ctx, project, recurring),
    readResultFacts(ctx, project, recurring),
  ])
  const rules = withoutRepeats([...documents, ...knowledge, ...results, ...DEFAULT_RULES])
  return fitRules(mode, project.slug, rules, budget)
}

/** Each line once: documents often repeat one another. */
const withoutRepeats = (rules: Rule[]): Rule[] =>
  [...Map.groupBy(rules, ({ section, text }) => `${section} ${text.toLowerCase()}`).values()].flatMap(
    ([first]) => first ?? [],
  )
