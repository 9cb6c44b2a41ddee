import { slug } from '../../../ground/kernel/quoted.ts'
import { estimateTokens } from '../../../ground/kernel/tokens.ts'
import { type Mode, type Rule, SECTIONS, type Section, type Trust } from './rule.ts'

/** A text made of rules within a budget. */
export interface FittedRules {
  text: string
  tokens: number
  sources: { path: string; trust: Trust }[]
}

/** Kept free: the estimate may be a tenth below a real tokenizer's count, which may be a tenth above the budget. */
const RESERVE = 0.01

/**
 * The guidelines of a mode: the sections take turns, each with its next rule, until the budget is used up. `rules` are
 * in order of importance. Budget in tokens.
 */
export function fitRules(
  mode: Mode,
  project: string | null,
  rules: readonly Rule[],
  budget: number,
): FittedRules {
  const headings = SECTIONS[mode]
  const sections = Object.keys(headings) as Section[]
  const isQuoting = rules.some(({ source }) => source !== null)
  const intro = `# ${project === null ? 'No project yet' : slug(project)}: ${mode}${isQuoting ? ' ("…" is data of a document)' : ''}`
  const outro = budget < 300 ? `More: svc_guidelines mode=${mode} full=true` : ''
  const chosen = new Map<Section, Rule[]>(sections.map((section) => [section, []]))
  const queues = sections.map((section) => ({
    section,
    left: rules.filter((rule) => rule.section === section),
  }))
  const render = () => renderSections(intro, outro, headings, chosen)
  const limit = budget * (1 - RESERVE)
  let isOpen = true
  while (isOpen) {
    isOpen = false
    for (const { section, left } of queues) {
      const rule = left.shift()
      if (!rule) continue
      chosen.get(section)?.push(rule)
      if (estimateTokens(render()) <= limit) isOpen = true
      else chosen.get(section)?.pop()
    }
  }
  const text = render()
  return { text, tokens: estimateTokens(text), sources: sourcesOf([...chosen.values()].flat()) }
}

function renderSections(
  intro: string,
  outro: string,
  headings: Partial<Record<Section, string>>,
  chosen: ReadonlyMap<Section, Rule[]>,
): string {
  const parts = [...chosen].flatMap(([section, rules]) =>
    rules.length === 0 ? [] : [`## ${headings[section]}\n${rules.map(renderRule).join('\n')}`],
  )
  return [intro, ...parts, outro].filter(Boolean).join('\n')
}

/** One line; trust and document follow the quotation mark, which no text inside can have. */
const renderRule = ({ text, source }: Rule): string =>
  source ? `- "${text.replaceAll('"', "'")}" (${source.trust}, ${slug(source.path)})` : `- ${text}`

/** The quoted documents, each once. */
const sourcesOf = (rules: readonly Rule[]) => [
  ...new Map(rules.flatMap(({ source }) => (source ? [[source.path, source] as const] : []))).values(),
]
