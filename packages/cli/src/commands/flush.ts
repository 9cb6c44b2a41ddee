import { flush } from '@svc/client/flush'
import { inOwnCommands } from '@svc/client/svc-command'
import { Command } from 'commander'
import type { Call } from '../call.ts'
import { flushLines, isLeft } from '../flush-lines.ts'
import { namedFolder } from '../start-folder.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { glued, say } from '../terminal/messages.ts'
import { text } from '../terminal/print.ts'
import { quoted } from '../terminal/quoted.ts'
import { cellsOf } from '../terminal/screen.ts'
import { hanging } from '../terminal/text.ts'
import { toJson } from '../terminal/to-json.ts'
import { secondsFrom, URL_OPTION } from './options.ts'

interface Options {
  url?: string
  timeout?: number
  json?: boolean
}

const MANUAL: Manual = {
  text: `Sends journals. Reporters and upload leave a journal in .svc/journal if the run was killed,
the server was unreachable, or no key was set. Trials of run and prove that the server
did not take are there, too. The command skips journals of runs that are still in progress. If the server rejects a journal, the command moves it to
.svc/journal/rejected. If the server answers with a rate limit, the command waits for as long
as the server asks, within --timeout. Sending is idempotent: a second flush stores no
duplicates.`,
  examples: [
    ['npx --no svc flush', 'after a run that was killed or could not reach the server'],
    ['npx --no svc flush --timeout 300', 'in the last step of a CI job, even if the tests failed'],
  ],
  json: `{ "journals": [{ "path", "entries", "isComplete", "state", "url"?,
                 "reason"? }], "error"?: { "code", "message", "next" } }
"state" is sent, rejected, denied, postponed, running or empty. "error" is
present if a journal was not sent.`,
  exitCodes: {
    0: 'every journal was sent, or none was left; runs in progress do not count',
    1: 'a journal was not sent, or the server rejected it; a line says why',
  },
  environment: { SVC_PROJECT: undefined, NO_COLOR: undefined },
  seeAlso: ['upload', 'doctor'],
}

/** `svc flush`: sends the journals that killed or offline runs left on disk. */
export const flushCommand = (call: Call): Command =>
  new Command('flush')
    .description('send results that earlier runs left on disk')
    .argument('[folder]', 'a folder of the project', '.')
    .option(...URL_OPTION)
    .option('--timeout <seconds>', 'how long to try (default: 30)', secondsFrom)
    .option('--json', 'print one JSON document')
    .addHelpText('after', manualText(MANUAL))
    .action(async (folder: string, options: Options, command: Command) => {
      const place = namedFolder(folder, call, command)
      const isWatched = call.stderr.isTTY === true && !options.json
      const { SVC_API_KEY: apiKey } = call.env
      const url = options.url || call.env.SVC_URL
      const endProgress = isWatched ? await progress(place, call) : () => undefined
      const journals = await flush({
        folder: place,
        ...(url && { url }),
        ...(apiKey && { apiKey }),
        onWait: (line) => {
          if (isWatched) call.stderr.write('\r\u001b[K')
          say(call, 'svc: ', line)
        },
        ...(options.timeout !== undefined && { timeoutMs: options.timeout * 1000 }),
      }).finally(endProgress)
      const lines = flushLines(
        journals,
        commandLine('flush', folder, options.url),
        commandLine('doctor', folder, options.url),
      )
      const error = journals.some(isLeft) && errorOf(lines)
      const report = options.json
        ? `${toJson({ journals, ...(error && { error }) }, 2)}\n`
        : inLines(lines, call.stdout)
      call.stdout.write(inOwnCommands(report, call.folder))
      call.exitCode = journals.some(isLeft) ? 1 : 0
    })

/** Wraps lines to the terminal's width; piped output keeps one line per journal. */
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

/** Returns the text split into a message and the next step. */
const errorOf = (text: string) => {
  const [message = '', next = ''] = text.trim().split(/^next: /m)
  return { code: 'NOT_SENT', message: message.trim(), next }
}

const progress = async (folder: string, { stderr }: Call) => {
  const { showProgress } = await import('../flush-progress.ts')
  return showProgress(folder, (text) => stderr.write(text))
}

/** Returns the same command, quoted for a shell. */
const commandLine = (name: string, folder: string, url: string | undefined) =>
  [
    `npx --no svc ${name}`,
    ...(folder === '.' ? [] : [quoted(folder)]),
    ...(url ? ['--url', quoted(url)] : []),
  ].join(' ')
