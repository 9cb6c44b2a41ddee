import type {
  AttemptDetail,
  AttemptStatus,
  EntryLine,
  Failure,
  Imports,
  IngestReceipt,
  JournalLine,
  Open,
} from '@svc/protocol'
import type { ReceivedUpload } from '../uploads/ingest/upload-processor.ts'
import type { TestAnswer, TestApp } from './make-app.ts'

/** One test of a fictional run; `attempts` if one attempt is not enough. */
export interface MadeTest {
  file: string
  titles: string[]
  variant?: string
  /** `startMs` after the part's start; by default, when the previous attempt ended. */
  attempts: { status: AttemptStatus; startMs?: number; durationMs?: number; detail?: AttemptDetail }[]
}

type Options = Partial<Pick<MadeTest, 'file' | 'variant'>> & { durationMs?: number; occurrence?: number }

export const made = (title: string, options: Options, attempts: MadeTest['attempts']): MadeTest => ({
  file: options.file ?? 'shop.test.ts',
  titles: title.split(' > '),
  ...(options.variant ? { variant: options.variant } : {}),
  attempts: attempts.map((attempt) => ({
    durationMs: options.durationMs ?? 5,
    ...attempt,
    ...(options.occurrence ? { detail: { ...attempt.detail, occurrence: options.occurrence } } : {}),
  })),
})

const errorOf = (message: string): Failure => ({ message, name: 'Error' })

export const passed = (title: string, options: Options = {}) => made(title, options, [{ status: 'passed' }])
export const failed = (title: string, options: Options & { message?: string } = {}) =>
  made(title, options, [{ status: 'failed', detail: { errors: [errorOf(options.message ?? 'wrong')] } }])
/** Failed, and failed when it was tried again. */
export const failedTwice = (title: string, options: Options & { message?: string } = {}): MadeTest => {
  const once = failed(title, options)
  return { ...once, attempts: [...once.attempts, ...once.attempts] }
}
export const flaky = (title: string, options: Options & { message?: string } = {}) =>
  made(title, options, [
    { status: 'failed', detail: { errors: [errorOf(options.message ?? 'slipped')] } },
    { status: 'passed' },
  ])
export const skipped = (title: string, options: Options & { reason?: string } = {}) =>
  made(title, options, [
    {
      status: 'skipped',
      detail: { skip: { kind: 'skip', ...(options.reason ? { reason: options.reason } : {}) } },
    },
  ])

export interface MadeRun extends Omit<Partial<Open>, 'part'> {
  part?: Partial<Open['part']>
  results?: MadeTest[]
  errors?: { file?: string; failure: Failure }[]
  /** What the test files with failures import. */
  imports?: Imports
  /** How the runner ended; null leaves the journal without its end. */
  end?: 'passed' | 'failed' | 'interrupted' | null
  /** Files that a bail did not let end. */
  unfinished?: number
}

let journals = 0

/** The journal of a fictional run, as a reporter would write it: by default a clean CI run of main. */
export function run({
  results = [],
  errors = [],
  imports,
  end,
  unfinished,
  part,
  ...open
}: MadeRun = {}): JournalLine[] {
  const whole: Open = {
    journal: `00000000-0000-4000-8000-${String(++journals).padStart(12, '0')}`,
    project: 'shop',
    suite: 'default',
    build: `build-${journals}`,
    runAttempt: 1,
    part: { job: 'test', package: '', config: '', leg: 'linux-x64-node24', ...part },
    trust: 'ci',
    code: { branch: 'main' },
    runner: { name: 'vitest', version: '5.1.1' },
    client: { name: '@svc/vitest', version: '0.1.0' },
    root: 'git',
    startedAt: 0,
    ...open,
  }
  const groups = new Map<string, number>()
  const lines: JournalLine[] = [['open', 1, whole]]
  let endMs = 0
  let lastMs = 0
  for (const { file, titles, variant, attempts } of results) {
    const group = { file, titles: titles.slice(0, -1), ...(variant ? { variant } : {}) }
    const key = JSON.stringify(group)
    const known = groups.get(key)
    const number = known ?? groups.size
    if (known === undefined) {
      groups.set(key, number)
      lines.push(['group', number, group])
    }
    for (const { status, startMs = endMs, durationMs = 5, detail } of attempts) {
      const title = titles.at(-1) ?? ''
      lines.push(
        detail
          ? ['attempt', number, title, status, startMs, durationMs, detail]
          : ['attempt', number, title, status, startMs, durationMs],
      )
      endMs = startMs + durationMs
      lastMs = Math.max(lastMs, endMs)
    }
  }
  for (const error of errors) lines.push(['error', error])
  if (imports) lines.push(['imports', imports])
  const isBad = errors.length > 0 || results.some(({ attempts }) => attempts.at(-1)?.status === 'failed')
  const status = end ?? (isBad ? 'failed' : 'passed')
  if (end !== null) lines.push(['end', { status, durationMs: lastMs, ...(unfinished && { unfinished }) }])
  return lines
}

export const isEntry = (line: JournalLine): line is EntryLine => line[0] !== 'open' && line[0] !== 'group'

/** The lines of a journal that an upload of some of its entries carries. */
export function segmentOf(lines: JournalLine[], from: number, to = Number.POSITIVE_INFINITY): JournalLine[] {
  const definitions = lines.filter((line) => !isEntry(line))
  return [...definitions, ...lines.filter(isEntry).slice(from, to)]
}

export const ndjson = (lines: unknown[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

/** Sends a journal, or the part of it from an entry on, as a reporter whose clock is right. */
export function send(
  app: Pick<TestApp, 'request' | 'clock'>,
  lines: JournalLine[],
  options: { from?: number; key?: string; clock?: number } = {},
): Promise<TestAnswer<IngestReceipt>> {
  const stamped = lines.map(
    (line): JournalLine =>
      line[0] === 'open' && line[2].startedAt === 0
        ? ['open', line[1], { ...line[2], startedAt: app.clock() }]
        : line,
  )
  return post(app, ndjson(stamped), {
    'svc-from': String(options.from ?? 0),
    'svc-clock': String(options.clock ?? app.clock()),
    ...(options.key ? { Authorization: `Bearer ${options.key}` } : {}),
  })
}

/** Sends any body to /api/ingest. */
export async function post(
  app: Pick<TestApp, 'request'>,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<TestAnswer<IngestReceipt>> {
  const response = await app.request('/api/ingest', {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/x-ndjson', ...headers },
  })
  const answer = (await response.json()) as Pick<TestAnswer<IngestReceipt>, 'data' | 'page' | 'error'>
  return {
    status: response.status,
    headers: response.headers,
    data: answer.data,
    page: answer.page,
    error: answer.error,
  }
}

/** Sends a whole run, declares it complete, and lets a minute pass; returns the execution's id. */
export async function settled(app: TestApp, made: MadeRun): Promise<string> {
  const { data, error } = await send(app, run(made))
  if (error) throw new Error(error.message)
  await app.settle(data.execution.id)
  app.advance(60_000)
  return data.execution.id
}

/** An upload as ingest takes it, of the first organization. */
export const uploadOf = (kind: ReceivedUpload['kind'], body: string | Uint8Array): ReceivedUpload => ({
  kind,
  body: typeof body === 'string' ? Buffer.from(body) : body,
  encoding: 'identity',
  from: 0,
  clientClock: null,
  receivedAt: Date.parse('2026-03-02T09:00:00Z'),
  organizationId: 1,
  apiKeyId: null,
  projectId: null,
  baseUrl: '',
  defaults: {},
  mayStart: true,
})
