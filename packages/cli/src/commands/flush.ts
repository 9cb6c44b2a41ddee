import { flush } from '@svc/client/flush'
import { Command, InvalidArgumentError } from 'commander'
import { flushLines, isLeft } from '../flush-lines.ts'
import type { Call } from '../run.ts'
import { namedFolder } from '../start-folder.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { glued } from '../terminal/messages.ts'
import { text } from '../terminal/print.ts'
import { quoted } from '../terminal/quoted.ts'
import { cellsOf } from '../terminal/screen.ts'
import { hanging } from '../terminal/wrap.ts'

interface Options {
  url?: string
  timeout?: number
  json?: boolean
}

const MANUAL: Manual = {
  text: `Sends journals: what reporters and upload wrote to .svc/journal and could not send, since the run
was killed, the server could not be reached, or there was no key. A journal whose run still goes on
is left alone, and one that the server refuses is moved to .svc/journal/rejected. Where the server
asks to send less, it is waited for as long as it asks, if --timeout leaves room for that. Sending
twice makes nothing double.`,
  examples: [
    ['npx @svc/cli flush', 'after a run that was killed, or that could not reach the server'],
    ['npx @svc/cli flush --timeout 300', 'in a last step of CI, also when the tests failed'],
  ],
  json: `{ "journals": [{ "path", "entries", "isComplete", "state", "url"?,
                 "reason"? }], "error"?: { "code", "message", "next" } }
with "state" one of sent, rejected, denied, postponed, running and empty, and
"error" where a journal was not sent.`,
  exitCodes: {
    0: 'every journal was sent, or there was none; a run that still goes on does not count',
    1: 'a journal was not sent, or the server refused it; a line says why',
  },
  environment: { SVC_PROJECT: undefined, NO_COLOR: undefined },
  seeAlso: ['upload', 'doctor'],
}

/** `svc flush`: sends what killed runs, or runs without a server, left on disk. */
export const flushCommand = (call: Call): Command =>
  new Command('flush')
    .description('send the results that runs left on disk')
    .argument('[folder]', 'a folder of the project', '.')
    .option('--url <address>', 'address of the server (default: SVC_URL, else http://127.0.0.1:4700)')
    .option('--timeout <seconds>', 'how long to try (default: 30)', toSeconds)
    .option('--json', 'print one JSON document instead of lines')
    .addHelpText('after', manualText(MANUAL))
    .action(async (folder: string, options: Options, command: Command) => {
      const place = namedFolder(folder, call, command)
      const isWatched = call.stderr.isTTY === true && !options.json
      const endProgress = isWatched ? await progress(place, call) : () => undefined
      const journals = await flush({
        folder: place,
        ...(options.url && { url: options.url }),
        ...(options.timeout !== undefined && { timeoutMs: options.timeout * 1000 }),
      }).finally(endProgress)
      const lines = flushLines(
        journals,
        commandLine('flush', folder, options.url),
        commandLine('doctor', folder, options.url),
      )
      const error = journals.some(isLeft) && errorOf(lines)
      call.stdout.write(
        options.json
          ? `${JSON.stringify({ journals, ...(error && { error }) }, null, 2)}\n`
          : inLines(lines, call.stdout),
      )
      call.exitCode = journals.some(isLeft) ? 1 : 0
    })

/** As wide as the terminal; what goes elsewhere keeps a line for each journal. */
const inLines = (lines: string, stdout: Call['stdout']): string =>
  stdout.isTTY
    ? text(
        lines
          .trimEnd()
          .split('\n')
          .flatMap((line) => {
            const [, label = '', rest = line] = /^(next: )?(.*)$/.exec(line) ?? []
            return hanging(label, glued(rest), cellsOf(stdout))
          }),
      )
    : lines

/** What people read, parted into what is wrong and what to do. */
const errorOf = (text: string) => {
  const [message = '', next = ''] = text.trim().split(/^next: /m)
  return { code: 'NOT_SENT', message: message.trim(), next }
}

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
