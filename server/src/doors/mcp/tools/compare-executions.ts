import { RANKED_GROUPS } from '@svc/schema'
import { z } from 'zod'
import { burnedLine } from '../../../ground/kernel/burned-line.ts'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { cutText } from '../../../ground/kernel/cut-text.ts'
import { pageAnswer, pageSize } from '../fit.ts'
import { code, fence, oneLine } from '../render.ts'
import {
  executionData,
  executionLine,
  longestText,
  plainName,
  projectsOf,
  seconds,
  testName,
} from '../results/describe.ts'
import type { OutputOf } from '../run-operation.ts'
import { READS_RESULTS, resultTokens, tool } from '../tool.ts'
import { cursor, given, idIn, projectSlug, which } from './arguments.ts'

export const compareExecutions = tool({
  name: 'svc_compare_executions',
  title: 'Compare two test runs',
  description:
    'Which tests changed between a run and its base: regressions, fixes, new, removed, no longer run, newly flaky, slower, faster; slower files; and errors outside tests. For causes of failures: svc_get_failures.',
  input: z.strictObject({
    ...which,
    base: z
      .string()
      .min(1)
      .max(2_000)
      .default('auto')
      .describe('id or URL of an execution; auto finds the best'),
    group: z.enum(RANKED_GROUPS).optional(),
    ...resultTokens,
    ...cursor,
  }),
  ...READS_RESULTS,
  isKept: true,
  onError: { NOT_FOUND: 'Call svc_list_executions to see what exists.' },
  async call({ max_tokens, base, group, cursor, ...asked }, { run, pageLimit, ...call }) {
    const project = await projectSlug(call, asked.execution)
    const { executions } = await run('findExecutions', given({ ...asked, project }))
    const head = executions.find(({ counts }) => counts.failed + counts.errors > 0) ?? executions[0]
    const compared = await run(
      'compareExecutions',
      given({
        base: base === 'auto' ? base : idIn(base, 'base', 'an execution'),
        head: head?.id ?? '',
        group: group ?? 'ranked',
        cursor,
        limit: pageLimit ?? pageSize(max_tokens),
      }),
    )
    const others = executions.filter((one) => one !== head)
    return { compared, others, group, isFirst: cursor === undefined }
  },
  render({ compared, others, group, isFirst }, budget) {
    const { base, head, baseChoice, provisional, massFailure } = compared
    const [burned] = compared.flakyInBurnIn
    const nextCursor = group === undefined ? compared.nextCursor : compared.nextCursors[group]
    const most = longestText(budget)
    const isShort = budget < SHORT_TOKENS
    const totals = isShort ? withoutZeros(compared.totals) : compared.totals
    const verdicts = isShort ? withoutZeros(compared.verdicts) : compared.verdicts
    const { compared: both, onlyHead, onlyBase } = compared.legs.totals
    const hasLegs = both + onlyHead + onlyBase > 1
    const rows = RANKED_GROUPS.flatMap((name) => rowsOf(name, compared, { most, hasLegs }))
    // Known only if this page has all others.
    const isWhole = group === undefined && isFirst && nextCursor === null
    const passing = isWhole ? compared.totals.newTests - compared.newTests.length : 0
    const counts = Object.entries(totals).filter(([, total]) => total > 0)
    const above = [
      `Head, of ${projectsOf([head], most)}: ${executionLine(head, most)}`,
      base === null
        ? `No base: ${code(baseChoice.because, most)}`
        : `Base: ${executionLine(base, most)}; ${code(baseChoice.because, most)}`,
      ...(massFailure === null ? [] : [massFailure]),
      ...(burned ? [burnedLine(burned, compared.flakyInBurnIn.length - 1)] : []),
      ...(provisional ? ['A side is still running: nothing counts as removed yet.'] : []),
      counts.length === 0
        ? 'Nothing changed.'
        : `Totals: ${counts.map(([name, total]) => `${name} ${total}`).join(', ')}. Verdicts: ${
            Object.entries(verdicts)
              .filter(([, tests]) => tests > 0)
              .map(([kind, tests]) => `${kind} ${tests}`)
              .join(', ') || 'none'
          }.`,
    ]
    const below = [
      ...(others.length > 0
        ? [
            `Other suites: ${others
              .slice(0, 5)
              .map(({ id, suite }) => `${code(suite, Math.min(most, 60))} ${id}`)
              .join(', ')}`,
          ]
        : []),
      ...((verdicts.mine ?? 0) + (verdicts.unknown ?? 0) > 0
        ? [`Next: svc_get_failures {"execution":"${head.id}"} for errors, causes and fixes.`]
        : []),
      ...(passing === 0
        ? []
        : [
            `${countOf(passing, 'new test')} did not fail and ${passing === 1 ? 'is' : 'are'} listed only by "group":"newTests".`,
          ]),
    ]
    return pageAnswer({
      tool: 'svc_compare_executions',
      rows,
      nextCursor,
      budget,
      around: ({ texts, data }) => ({
        lines: [...above, ...texts, ...below],
        structured: {
          head: executionData(head, most),
          base: base && executionData(base, most),
          because: oneLine(baseChoice.because, most),
          provisional,
          ...(massFailure !== null && { massFailure }),
          ...(burned && { flakyInBurnIn: burnedLine(burned, compared.flakyInBurnIn.length - 1) }),
          totals,
          verdicts,
          entries: data,
        },
      }),
    })
  },
})

/** Below this budget, counts of zero are left out. */
const SHORT_TOKENS = 700

const withoutZeros = (counts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

interface Entry {
  testId: string
  file: string
  titles: string[]
  variant: string
  leg: string
  base: { status: string; durationMs: number } | null
  head: { status: string; durationMs: number } | null
  error: { message: string; fingerprint: string } | null
  verdict?: { kind: string; because: string } | null
  reason?: string
  usualMs?: number
  headMs?: number
}

type Group = (typeof RANKED_GROUPS)[number]
type Compared = Record<Exclude<Group, ErrorGroup | RenameGroup | 'slowerFiles'>, readonly Entry[]> &
  Record<RenameGroup, readonly Rename[]> & {
    slowerFiles: readonly SlowerFile[]
    errors: Record<'introduced' | 'persisting' | 'fixed', readonly OutsideError[]>
  }
type RenameGroup = 'renameCandidates' | 'renamed'
type ErrorGroup = keyof typeof ERRORS

const ERRORS = {
  errorsIntroduced: 'introduced',
  errorsPersisting: 'persisting',
  errorsFixed: 'fixed',
} as const

interface Shown {
  /** Characters of a name, a message or a reason. */
  most: number
  /** Whether the text names the leg of each entry. */
  hasLegs: boolean
}

function rowsOf(group: Group, compared: Compared, shown: Shown): { text: string; data: object }[] {
  const { most } = shown
  switch (group) {
    case 'errorsIntroduced':
    case 'errorsPersisting':
    case 'errorsFixed':
      return compared.errors[ERRORS[group]].map((error) => errorRow(group, error, most))
    case 'renameCandidates':
    case 'renamed':
      return compared[group].map((rename) => renameRow(group, rename, most))
    case 'slowerFiles':
      return compared.slowerFiles.map((file) => fileRow(file, shown))
    default:
      return compared[group].map((entry) => rowOf(group, entry, shown))
  }
}

interface OutsideError {
  file: string | null
  message: string
  fingerprint: string
}

function errorRow(group: ErrorGroup, { file, message, fingerprint }: OutsideError, most: number) {
  return {
    text: `- ${group}: ${file === null ? 'no file' : code(file, most)}\n${fence(firstLine(message, most), { source: `error ${fingerprint}` })}`,
    data: {
      group,
      file: file && oneLine(file, most),
      error: oneLine(message, Math.min(most, 160)),
      fingerprint,
    },
  }
}

type SlowerFile = OutputOf<'compareExecutions'>['slowerFiles'][number]

const onLeg = (leg: string, { most, hasLegs }: Shown) =>
  hasLegs ? ` on ${code(leg, Math.min(most, 60))}` : ''

const fileRow = ({ file, leg, tests, usualMs, headMs }: SlowerFile, shown: Shown) => ({
  text: `- slowerFiles: ${code(file, shown.most)}${onLeg(leg, shown)} · ${countOf(tests, 'test')} · ${seconds(usualMs)} → ${seconds(headMs)}`,
  data: {
    group: 'slowerFiles',
    file: oneLine(file, shown.most),
    leg: oneLine(leg, 100),
    tests,
    usualMs,
    headMs,
  },
})

interface TestName {
  testId: string
  file: string
  titles: string[]
  variant: string
}

interface Rename {
  from: TestName
  to: TestName
  similarity?: number
  why?: string[]
}

function renameRow(group: RenameGroup, { from, to, similarity, why = [] }: Rename, most: number) {
  const reason = why[0] === undefined ? '' : ` · ${code(why[0], 100)}`
  const alike = similarity === undefined ? '' : ` · similarity ${similarity}`
  return {
    text: `- ${group}: ${testName(from, most)} → ${testName(to, most)}${alike}${reason}`,
    data: {
      group,
      from: { testId: from.testId, test: plainName(from, most) },
      to: { testId: to.testId, test: plainName(to, most) },
      ...(similarity !== undefined && { similarity }),
    },
  }
}

function rowOf(group: string, entry: Entry, shown: Shown) {
  const { most } = shown
  const { testId, error, verdict, reason, base, head, usualMs, headMs } = entry
  const facts = [
    `${base?.status ?? 'absent'} → ${head?.status ?? 'absent'}`,
    ...(verdict ? [`${verdict.kind}: ${code(verdict.because, Math.min(most, 160))}`] : []),
    ...(reason ? [code(reason, 100)] : []),
    ...(usualMs !== undefined && headMs !== undefined ? [`${seconds(usualMs)} → ${seconds(headMs)}`] : []),
  ]
  const line = `- ${group}: ${testName(entry, most)}${onLeg(entry.leg, shown)} · ${facts.join(' · ')}`
  const text = error
    ? `${line}\n${fence(firstLine(error.message, most), { source: `error ${error.fingerprint}` })}`
    : line
  return {
    text,
    data: {
      group,
      testId,
      test: plainName(entry, most),
      leg: oneLine(entry.leg, 100),
      base: base?.status ?? null,
      head: head?.status ?? null,
      verdict: verdict?.kind ?? null,
      error: error && oneLine(error.message, Math.min(most, 160)),
      fingerprint: error?.fingerprint ?? null,
    },
  }
}

const firstLine = (message: string, most: number) => cutText(message.trim().split('\n', 1)[0] ?? '', most)
