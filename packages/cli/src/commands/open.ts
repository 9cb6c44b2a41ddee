import { Command } from 'commander'
import type { Call } from '../call.ts'
import type { ServerOptions } from '../server/connect.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { toJson } from '../terminal/to-json.ts'
import { branchOption, executionArgument, suiteOption, withServerOptions } from './options.ts'

const MANUAL: Manual = {
  text: `Opens the page of an execution in the browser and prints its address. Name an execution by
its id or address, a commit, or a branch. For a branch, the command uses its newest execution.
If you name none, it uses the last upload from this folder or the newest execution of the
current branch, whichever is later.

If the output is not a terminal, or no browser is available (for example over ssh), the
command only prints the address.`,
  examples: [
    ['npx --no svc open', 'the newest run of this branch'],
    ['npx --no svc open main', 'the newest run of main'],
    ['url=$(npx --no svc open HEAD_SHA)', 'in a script: the address'],
  ],
  json: '{ "url", "id", "isOpened" }. With --json, the command opens no browser.',
  seeAlso: ['executions', 'compare'],
}

/** `svc open`: opens an execution's page in the browser. */
export const openCommand = (call: Call): Command =>
  withServerOptions(new Command('open').description('open an execution in the browser'))
    .addArgument(executionArgument())
    .addOption(branchOption())
    .addOption(suiteOption())
    .addHelpText('after', manualText(MANUAL))
    .action(async (name: string | undefined, options: ServerOptions) => {
      const [{ connect }, { findExecution }, { openBrowser }] = await Promise.all([
        import('../server/connect.ts'),
        import('../server/find-execution.ts'),
        import('../open-browser.ts'),
      ])
      const connection = await connect(call, options)
      const { url, id } = await findExecution(connection, name, options.suite)
      const isOpened = call.stdout.isTTY === true && !call.isJson && (await openBrowser(url, call.env))
      call.stdout.write(call.isJson ? `${toJson({ url, id, isOpened }, 2)}\n` : `${url}\n`)
    })
