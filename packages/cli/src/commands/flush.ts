import { type FlushedJournal, flush } from '@svc/client/flush'
import { Command, InvalidArgumentError } from 'commander'
import type { Call } from '../run.ts'
import { namedFolder } from '../start-folder.ts'

interface Options {
  url?: string
  timeout?: number
  json?: boolean
}

const HELP = `
The key is taken from SVC_API_KEY. A journal whose run still goes on is left alone, and one that
the server refuses is moved to .svc/journal/rejected.

Exit codes:
  0  every journal was sent, or there was none, or its run still goes on
  1  a journal is still on disk; a line says why
  2  wrong use of the command`

/** `svc flush`: sends what killed runs, or runs without a server, left on disk. */
export const flushCommand = (call: Call): Command =>
  new Command('flush')
    .description('send the results that runs left on disk')
    .argument('[folder]', 'a folder of the project', '.')
    .option('--url <address>', 'address of the server (default: SVC_URL, else http://127.0.0.1:4700)')
    .option('--timeout <seconds>', 'how long to try (default: 30)', toSeconds)
    .option('--json', 'print one JSON document instead of lines')
    .addHelpText('after', HELP)
    .action(async (folder: string, options: Options, command: Command) => {
      const place = namedFolder(folder, call, command)
      const isWatched = call.stderr.isTTY === true && !options.json
      const endProgress = isWatched ? await progress(place, call) : () => undefined
      const journals = await flush({
        folder: place,
        ...(options.url && { url: options.url }),
        ...(options.timeout !== undefined && { timeoutMs: options.timeout * 1000 }),
      }).finally(endProgress)
      const text = options.json ? `${JSON.stringify({ journals }, null, 2)}\n` : describe(journals)
      call.stdout.write(text)
      call.exitCode = journals.some(isLeft) ? 1 : 0
    })

const progress = async (folder: string, { stderr }: Call) => {
  const { showProgress } = await import('../flush-progress.ts')
  return showProgress(folder, (text) => stderr.write(text))
}

const isLeft = ({ state }: FlushedJournal) =>
  state === 'rejected' || state === 'denied' || state === 'postponed'

const describe = (journals: FlushedJournal[]): string =>
  journals.length === 0
    ? 'nothing to send\n'
    : journals.map((journal) => `${LINES[journal.state](journal)}\n`).join('')

const LINES: Record<FlushedJournal['state'], (journal: FlushedJournal) => string> = {
  sent: ({ url, isComplete, path }) =>
    `sent${isComplete ? '' : ' (the run was cut off)'}${url ? ` → ${url}` : `: ${path}`}`,
  rejected: ({ reason, path }) => `refused: ${reason}; kept in ${path}`,
  denied: ({ reason, path }) => `not sent: ${reason}; kept in ${path}`,
  postponed: ({ reason, path }) => `not sent: ${reason}; kept in ${path}`,
  running: ({ path }) => `still running: ${path}`,
  empty: ({ path }) => `empty, removed: ${path}`,
}

const toSeconds = (value: string): number => {
  const seconds = Number(value)
  if (value.trim() === '' || !(seconds >= 0 && seconds <= 86_400))
    throw new InvalidArgumentError('It takes seconds from 0 to 86400.')
  return seconds
}
