import { confidenceAfter } from '@svc/prove/needed-runs'
import type { Context } from '../../../ground/kernel/context.ts'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { firstLine } from '../../../ground/kernel/first-line.ts'
import { iso } from '../../../ground/kernel/time.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { readTestNames } from '../../../history/tests/test-names.ts'
import { numbersIn, type VerificationRow } from './judge-runs.ts'

const NAMED_TESTS = 5
const NAMED_RUNS = 5
const TITLE_LENGTH = 120

/**
 * The arguments of svc_propose_update for a document about a verified fix: what the server knows,
 * with gaps to fill in.
 */
export async function draftOf({ store, caller }: Pick<Context, 'store' | 'caller'>, row: VerificationRow) {
  const { fingerprint, commit_sha: commit } = row
  const [cluster, tie, runs, names] = await Promise.all([
    store.lookup
      .selectFrom('failure_cluster')
      .select('message')
      .where('project_id', '=', row.project_id)
      .where('fingerprint', '=', fingerprint)
      .executeTakeFirst(),
    caller.scopes.has('knowledge') ? readTie(store, row) : undefined,
    readRuns(store, row),
    readTestNames(store, numbersIn(row.tests).slice(0, NAMED_TESTS)),
  ])
  const message = cluster?.message ?? ''
  const title = titleOf(message) || `Failure ${fingerprint}`
  const subject = runs
    .find((run) => run.tested_sha === commit || run.head_sha === commit)
    ?.message?.split('\n')[0]
  const cause = tie?.cause ?? '<why the failure occurred>'
  const fix = tie?.fix ?? (subject ? titleOf(subject) : '<what the commit changes>')
  const facts = {
    fingerprint,
    commit,
    ...(tie?.cause && { cause: tie.cause }),
    ...(tie?.fix && { fix: tie.fix }),
  }
  const percent = Math.floor(confidenceAfter(row, row.clean) * 100)
  const evidence = [
    row.hits === 0
      ? 'Earlier runs of the failure were removed.'
      : `The failure occurred in ${row.hits} of ${countOf(row.runs, 'run')} before the fix.`,
    `${countOf(row.clean, 'run')} with the fix ${row.clean === 1 ? 'was' : 'were'} clean; ${row.needed} ${row.needed === 1 ? 'was' : 'were'} needed. Certainty: at least ${percent} %.`,
    ...runs.map((run) => `Execution ${run.public_id} of ${iso(run.started_at)} was clean.`),
  ]
  const tests = [...names.values()].map(
    ({ file, titles }) => `- ${titleOf([file, ...titles].filter((part) => part !== '').join(' > '), 300)}`,
  )
  const content = [
    '---',
    // JSON is YAML.
    `failures: [${JSON.stringify(facts)}]`,
    'tags: [failure]',
    '---',
    `# ${title}`,
    '',
    ...blockOf(message),
    '',
    ...(tests.length > 0 ? ['Tests:', '', ...tests, ''] : []),
    '## Cause',
    '',
    cause,
    '',
    '## Fix',
    '',
    `${fix} (commit ${commit})`,
    '',
    '## Evidence',
    '',
    ...evidence.map((line) => `- ${line}`),
    '',
  ].join('\n')
  return {
    doc_id: `failures/${fingerprint}.md`,
    new_content: content,
    evidence_snippet: `commit ${commit}\n${evidence.join('\n')}`,
    reasoning:
      'The server verified this fix with runs of the tests. The next agent with this failure can use it.',
  }
}

/** The newest explanation of this failure in its own project. */
const readTie = ({ read }: Context['store'], { project_id, fingerprint }: VerificationRow) =>
  read
    .selectFrom('document_failure')
    .innerJoin('document', 'document.id', 'document_failure.document_id')
    .select(['cause', 'fix'])
    .where('document.project_id', '=', project_id)
    .where('fingerprint', '=', fingerprint)
    .orderBy('tied_at', 'desc')
    .limit(1)
    .executeTakeFirst()

async function readRuns({ read, dialect }: Context['store'], { id }: VerificationRow) {
  const ids = await read
    .selectFrom('fix_run')
    .select('execution_id')
    .where('verification_id', '=', id)
    .where('outcome', '=', 'clean')
    .execute()
  if (ids.length === 0) return []
  return read
    .selectFrom('execution')
    .select(['public_id', 'started_at', 'tested_sha', 'head_sha', 'message'])
    .where(
      isOneOf(
        dialect,
        'id',
        ids.map((row) => row.execution_id),
      ),
    )
    .orderBy('started_at', 'desc')
    .limit(NAMED_RUNS)
    .execute()
}

/** Untrusted text on one line, without Markdown syntax. */
function titleOf(text: string, most = TITLE_LENGTH): string {
  const line = firstLine(text)
    .replace(/[\p{C}`*_<>[\]#|\\]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line
}

/** Untrusted text as a code block that its content cannot close. */
function blockOf(text: string): string[] {
  const longest = Math.max(0, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length))
  const marks = '`'.repeat(Math.max(3, longest + 1))
  return text === '' ? [] : [marks, text, marks]
}
