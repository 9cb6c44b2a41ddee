import { flush } from '@svc/client/flush'
import { Command, InvalidArgumentError } from 'commander'
import { flushLines, isLeft } from '../flush-lines.ts'
import type { Call } from '../run.ts'
import { namedFolder } from '../start-folder.ts'
import { quoted } from '../terminal/quoted.ts'

interface Options {
  url?: string
  timeout?: number
  json?: boolean
}

const HELP = `
The key is taken from SVC_API_KEY. A journal whose run still goes on is left
alone, and one that the server refuses is moved to .svc/journal/rejected. Where
the server asks to send less, it is waited for as long as it asks, if --timeout
leaves room for that.

--json prints
  { "journals": [{ "path", "entries", "isComplete", "state", "url"?,
                   "reason"? }] }
with "state" one of sent, rejected, denied, postponed, running and empty.

Examples:
  $ npx @svc/cli flush
      after a run that was killed, or that could not reach the server
  $ npx @svc/cli flush --timeout 300
      in a last step of CI, also when the tests failed

Exit codes:
  0  every journal was sent, or there was none; a run that still goes on does
     not count
  1  a journal was not sent, or the server refused it; a line says why
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
      const text = options.json
        ? `${JSON.stringify({ journals }, null, 2)}\n`
        : flushLines(
            journals,
            commandLine('flush', folder, options.url),
            commandLine('doctor', folder, options.url),
          )
      call.stdout.write(text)
      call.exitCode = journals.some(isLeft) ? 1 : 0
    })

const progress = async (folder: string, { stderr }: Call) => {
  const { showProgress } = await import('../flush-progress.ts')
  return showProgress(folder, (text) => stderr.write(text))
}

/** The same command once more, for a shell. */
const commandLine = (name: string, folder: string, url: string | undefined) =>
  [
    `npx @svc/cli ${name}`,
    ...(folder === '.' ? [] : [quoted(folder)]),
    ...(url ? ['--url', quoted(url)] : []),
  ].join(' ')

const toSeconds = (value: string): number => {
  const seconds = Number(value)
  if (value.trim() === '' || !(seconds >= 0 && seconds <= 86_400))
    throw new InvalidArgumentError('It takes seconds from 0 to 86400.')
  return seconds
}
