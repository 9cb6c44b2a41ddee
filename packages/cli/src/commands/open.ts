import { Command } from 'commander'
import type { Call } from '../run.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { branchOption, nameFrom, suiteOption, withServerOptions } from './options.ts'

interface Options {
  project?: string
  branch?: string
  suite?: string
  url?: string
}

const MANUAL: Manual = {
  text: `Opens the page of an execution, and prints its address. The execution is an id, an
address, a commit, or a branch, of which the newest is taken; without one it is what was
uploaded last from this folder, or the newest of the branch that is checked out, whichever came
later.

Where the output is no terminal, or there is no browser (as over ssh), the address is only
printed.`,
  examples: [
    ['npx @svc/cli open', 'the newest run of this branch'],
    ['npx @svc/cli open main', 'the newest run of main'],
    ['url=$(npx @svc/cli open HEAD_SHA)', 'the address, for a script'],
  ],
  json: '{ "url", "id", "isOpened" }; nothing is opened.',
  seeAlso: ['executions', 'compare'],
}

/** `svc open`: the page of an execution in the browser. */
export const openCommand = (call: Call): Command =>
  withServerOptions(new Command('open').description('open an execution in the browser'))
    .argument(
      '[execution]',
      'which execution (default: the last upload, or the newest of this branch)',
      nameFrom,
    )
    .addOption(branchOption())
    .addOption(suiteOption())
    .addHelpText('after', manualText(MANUAL))
    .action(async (name: string | undefined, options: Options) => {
      const [{ connect }, { findExecution }, { openBrowser }] = await Promise.all([
        import('../server/connect.ts'),
        import('../server/find-execution.ts'),
        import('../open-browser.ts'),
      ])
      const connection = await connect(call, options)
      const { url, id } = await findExecution(connection, name, options.suite)
      const isOpened = call.stdout.isTTY === true && !call.isJson && (await openBrowser(url, call.env))
      call.stdout.write(call.isJson ? `${JSON.stringify({ url, id, isOpened }, null, 2)}\n` : `${url}\n`)
    })
